import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { ApiClient, ApiResponse } from '../api-client.ts'

type Part = Readonly<Record<string, unknown>>

interface Response {
  /** Replaces all other members. */
  $ref?: string
  headers?: Readonly<Record<string, Part>>
  content?: Readonly<Record<string, { schema: Part }>>
}

interface Operation {
  requestBody?: { content: Readonly<Record<string, { schema: Part }>> }
  responses: Readonly<Record<string, Response>>
}

interface OpenApiDocument {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: Part
}

const known = new Map<string, Description>()

/** Validates requests and responses by the OpenAPI description of a forum. */
export class Description {
  readonly document: OpenApiDocument
  readonly #ajv: Ajv2020
  readonly #validators = new Map<Part, ValidateFunction>()

  constructor(document: OpenApiDocument) {
    this.document = document
    this.#ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } })
    addFormats.default(this.#ajv)
    this.#ajv.addSchema({ $id: 'forum', components: closeSchema(document.components) })
  }

  /** Fetches the description from `/api/openapi.json`. Equal documents give the same one: compiling its schemas takes long. */
  static async of(client: ApiClient): Promise<Description> {
    const { text } = await client.get('/api/openapi.json')
    const description = known.get(text) ?? new Description(JSON.parse(text) as OpenApiDocument)
    known.set(text, description)
    return description
  }

  /** Faults in a response of an endpoint such as `GET /api/users/:id`. */
  answerFaults(endpoint: string, { status, headers, text, body }: ApiResponse): string[] {
    const operation = this.#operation(endpoint)
    if (!operation) return [`${endpoint} is not described`]
    if (!operation.responses[status]) return [`${endpoint} ${status} is not described`]
    const described = this.#resolve(operation.responses[status])
    const missing = Object.entries(described.headers ?? {}).filter(
      ([name, header]) => this.#resolve(header).required && headers[name.toLowerCase()] === undefined,
    )
    if (missing.length > 0) return missing.map(([name]) => `${endpoint} ${status} has no ${name}`)
    const [type = ''] = String(headers['content-type'] ?? '').split(';')
    const content = described.content?.[type]
    if (!described.content) return text === '' ? [] : [`${endpoint} ${status} has a body`]
    if (!content) return [`${endpoint} ${status} is '${type}'`]
    return type.endsWith('json') ? this.#faults(content.schema, body, `${endpoint} ${status}`) : []
  }

  /** Faults in the JSON body of a request that was accepted. */
  requestFaults(endpoint: string, body: unknown): string[] {
    const content = this.#operation(endpoint)?.requestBody?.content
    const described = content?.['application/vnd.api+json'] ?? content?.['application/json']
    return described ? this.#faults(described.schema, body, `${endpoint} request`) : []
  }

  /** Resolves a `$ref`. */
  #resolve<T extends object>(part: T): T {
    if (!('$ref' in part)) return part
    const path = String(part.$ref).split('/').slice(1)
    return path.reduce(
      (found, name) => (found as Record<string, unknown>)[name],
      this.document as unknown,
    ) as T
  }

  #operation(endpoint: string): Operation | undefined {
    const [method = '', path = ''] = endpoint.split(' ')
    return this.document.paths[path.replace(/:([A-Za-z]+)/g, '{$1}')]?.[method.toLowerCase()]
  }

  #faults(schema: Part, value: unknown, where: string): string[] {
    const validate = this.#validators.get(schema) ?? this.#ajv.compile(closeSchema(schema))
    this.#validators.set(schema, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${where} ${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }
}

/** Forbids additional properties in a schema, and makes its references absolute. */
function closeSchema(part: unknown): Part {
  return close(part) as Part
}

function close(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(close)
  if (typeof part !== 'object' || part === null) return part
  const members = Object.entries(part).map(([key, value]) => [
    key,
    key === '$ref' && typeof value === 'string' ? value.replace('#/', 'forum#/') : close(value),
  ])
  const isObject = 'properties' in part && !('additionalProperties' in part) && 'type' in part
  return { ...Object.fromEntries(members), ...(isObject && { additionalProperties: false }) }
}
