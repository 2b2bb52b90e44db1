import type { z } from 'zod'
import { jsonSchemaFault } from '../../infrastructure/schema/json-schema.ts'

const jsonNames = ['string', 'integer', 'number', 'boolean', 'date', 'array', 'object'] as const
type JsonName = (typeof jsonNames)[number]

/**
 * The JSON type of a value in answers: a `date` is a text by RFC 3339, `?` means that the value may be null, `any` that it
 * varies. The OpenAPI document is made of these types, and tests check the answers against them.
 */
export type Json = JsonName | `${JsonName}?` | 'any'

const jsonTypes: ReadonlySet<string> = new Set(['any', ...jsonNames.flatMap((name) => [name, `${name}?`])])

/** Returns the fault of a declared JSON type, if it has one. */
export function jsonFault(json: Json | undefined, isRead: boolean): string | undefined {
  if (json === undefined) return undefined
  if (!isRead) return 'has a JSON type but is not read'
  if (jsonTypes.has(json)) return undefined
  return `'${json}' is no JSON type; the types are ${[...jsonTypes].join(', ')}`
}

/** For the OpenAPI document: how the input of a write differs from the writable fields of its resource. */
export interface WriteDescription {
  /** Required attributes and relationships. */
  requires?: readonly string[]
  /** Writable fields that it ignores. */
  ignores?: readonly string[]
  /** Further attributes. */
  attributes?: Readonly<Record<string, z.ZodType>>
  /** Further to-one relationships, with the types of their targets. */
  relationships?: Readonly<Record<string, string>>
  /** Members of `meta`. */
  meta?: Readonly<Record<string, z.ZodType>>
}

/** Returns the fault of the description of a write, if it has one. `fields` are the writable fields and relations. */
export function writeFault(
  { requires = [], ignores = [], attributes = {}, relationships = {}, meta = {} }: WriteDescription,
  fields: ReadonlySet<string>,
  types: ReadonlySet<string>,
): string | undefined {
  const ignored = ignores.find((name) => !fields.has(name))
  if (ignored !== undefined) return `ignores '${ignored}', which is no writable field`
  const accepted = new Set([...fields, ...Object.keys(attributes), ...Object.keys(relationships)])
  const missing = requires.find((name) => !accepted.has(name) || ignores.includes(name))
  if (missing !== undefined) return `requires '${missing}', which it does not accept`
  const [name, target] = Object.entries(relationships).find(([, type]) => !types.has(type)) ?? []
  if (target !== undefined) return `the relationship '${name}' leads to '${target}', which is no resource`
  return firstFault([...Object.values(attributes), ...Object.values(meta)])
}

function firstFault(schemas: readonly z.ZodType[], io?: 'input' | 'output'): string | undefined {
  for (const schema of schemas) {
    const fault = jsonSchemaFault(schema, io)
    if (fault) return fault
  }
  return undefined
}

/** For the OpenAPI document: the purpose, input and answers of a route. */
export interface RouteDescription {
  /** One line, beginning with a verb. */
  summary: string
  /** Parameters of the query. */
  query?: Readonly<Record<string, z.ZodType>>
  /** The JSON or form body; `z.file()` is a file of a `multipart/form-data` body. */
  body?: z.ZodType
  /** By status. The answers that every request may get (CSRF, throttles, server errors) are added automatically. */
  answers: Readonly<Record<number, DescribedAnswer>>
}

export type DescribedAnswer =
  | 'empty'
  | 'redirect'
  /** HTML. */
  | 'page'
  /** An error document, or a page outside the API. */
  | 'error'
  /** A document with one resource of this type. */
  | { resource: string }
  /** A page of a list of resources of this type, by cursor, with its `meta`. */
  | { resources: string; meta?: z.ZodType }
  /** A document with one resource of an undeclared type. */
  | { type: string; attributes: z.ZodType }
  /** A document of another form. */
  | { document: z.ZodType }
  /** JSON that is no document. */
  | { json: z.ZodType }
  /** A text of this media type. */
  | { text: string }

function typeAnswered(answer: Exclude<DescribedAnswer, string>): string | undefined {
  return 'resource' in answer ? answer.resource : 'resources' in answer ? answer.resources : undefined
}

function schemasAnswered(answer: Exclude<DescribedAnswer, string>): z.ZodType[] {
  if ('json' in answer) return [answer.json]
  if ('document' in answer) return [answer.document]
  if ('attributes' in answer) return [answer.attributes]
  return 'meta' in answer && answer.meta ? [answer.meta] : []
}

/** Returns the fault of the description of a route, if it has one. */
export function routeFault(
  { summary, query = {}, body, answers }: RouteDescription,
  method: string,
  types: ReadonlySet<string>,
): string | undefined {
  if (summary.trim() === '') return 'has no summary'
  if (body && method === 'GET') return 'has a body although its method is GET'
  if (Object.keys(answers).length === 0) return 'has no answers'
  for (const [status, answer] of Object.entries(answers)) {
    if (!/^[2-4]\d\d$/.test(status)) return `'${status}' is no status of an answer`
    const type = typeof answer === 'object' ? typeAnswered(answer) : undefined
    if (type !== undefined && !types.has(type)) return `answers '${type}', which is no resource`
  }
  const answered = Object.values(answers).flatMap((answer) =>
    typeof answer === 'object' ? schemasAnswered(answer) : [],
  )
  return firstFault([...Object.values(query), ...(body ? [body] : [])]) ?? firstFault(answered, 'output')
}
