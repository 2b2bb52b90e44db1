import { jsonSchemaOf } from '../../infrastructure/schema/json-schema.ts'
import type { Points } from '../../points/extension-point.ts'
import { documentIncludes, type Route, type RouteDocument } from '../../points/requests/routes.ts'
import type { DescribedAnswer } from '../../points/resources/described.ts'
import type { Resource } from '../../points/resources/resources.ts'
import { apiContentType } from '../http/answers/documents.ts'
import { maximumCounted } from '../jsonapi/lists/counts.ts'
import { totalsType } from '../jsonapi/lists/totals.ts'
import { objectOf, type Part, resourceRef } from './schemas.ts'

const statusDescriptions: Readonly<Record<string, string>> = {
  200: 'Done',
  201: 'Created',
  204: 'Done; no content',
  302: 'Redirect',
  303: 'Redirect',
  304: 'Not modified',
  400: 'Malformed request, or wrong CSRF token',
  401: 'Login required',
  403: 'Permission denied',
  404: 'Not found, or not visible to the actor',
  409: 'Conflict with the current state',
  410: 'Created before under this key, and deleted meanwhile',
  413: 'Request too large',
  422: 'Invalid value',
  429: 'Too many requests',
  503: 'Unavailable: maintenance or overload',
}

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }
const entityTag = { ETag: { $ref: '#/components/headers/ETag' } }
const csrfToken = { 'X-CSRF-Token': { $ref: '#/components/headers/X-CSRF-Token' } }

const htmlContent = { 'text/html': { schema: { type: 'string' } } }
const errorContent = { [apiContentType]: { schema: { $ref: '#/components/schemas/errors' } } }

/** The headers that answers refer to. */
export const headerComponents: Part = {
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'X-CSRF-Token': {
    description: 'The token that unsafe requests of this session must send.',
    schema: { type: 'string' },
  },
  ETag: { description: 'The version, for If-None-Match.', required: true, schema: { type: 'string' } },
}

/** Describes an answer with or without content. */
export function response(status: number, content?: Part, headers: Part = csrfToken): Part {
  return {
    description: statusDescriptions[status] ?? 'An answer',
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(content && { content }),
  }
}

/** The form of failures: documents in the API, pages elsewhere, or either for paths that programs use, too. */
export type FailureForm = 'document' | 'page' | 'either'

const failureContents: Readonly<Record<FailureForm, Part>> = {
  document: errorContent,
  page: htmlContent,
  either: { ...htmlContent, ...errorContent },
}

/** The failures by status and form, to which endpoints refer. */
export function failureComponents(): Part {
  const statuses = Object.keys(statusDescriptions)
    .map(Number)
    .filter((status) => status >= 400)
  const forms = Object.entries(failureContents)
  return Object.fromEntries(
    statuses.flatMap((status) =>
      forms.map(([form, content]) => [`${form}-${status}`, failure(status, content)]),
    ),
  )
}

/** Describes failures by status. Every endpoint can respond with 503. */
export function failures(statuses: Iterable<number>, form: FailureForm = 'document'): Record<string, Part> {
  const responses = [...new Set([...statuses, 503])].map((status) => [
    status,
    statusDescriptions[status] === undefined
      ? failure(status, failureContents[form])
      : { $ref: `#/components/responses/${form}-${status}` },
  ])
  return Object.fromEntries(responses)
}

function failure(status: number, content: Part): Part {
  return response(status, content, status === 429 || status === 503 ? retryAfter : {})
}

/** A document with one resource and its included resources. */
export function resourceDocument(data: Part, included: readonly string[]): Part {
  const properties = { data, ...includedPart(included) }
  return { [apiContentType]: { schema: { type: 'object', required: ['data'], properties } } }
}

/** A page of a list, with what its `meta` may have. One that may be answered as a whole has no links then. */
export function listDocument(
  type: string,
  included: readonly string[],
  { meta, isWhole = false }: { meta: Part | undefined; isWhole?: boolean },
): Part {
  const link = { type: 'string', format: 'uri' }
  const properties = {
    links: {
      type: 'object',
      required: ['first'],
      properties: { first: link, prev: link, next: link },
    },
    data: { type: 'array', items: resourceRef(type) },
    ...includedPart(included),
    ...(meta && { meta }),
  }
  const required = isWhole ? ['data'] : ['links', 'data']
  return { [apiContentType]: { schema: { type: 'object', required, properties } } }
}

const suggestion = {
  type: 'string',
  description:
    'For a search without results because of unknown words: a similar `filter[q]` that has results.',
}

const unknown = {
  type: 'object',
  additionalProperties: { type: 'array', items: { type: 'string' } },
  description: 'For a search without results: names in it that name nothing, by filter, such as `author`.',
}

const boundedCount = {
  type: 'object',
  required: ['count', 'hasMore'],
  properties: {
    count: { type: 'integer', minimum: 0, maximum: maximumCounted },
    hasMore: { type: 'boolean', description: 'Whether there may be more than `count`.' },
  },
}

/** The totals of a list. */
export function totalsDocument(): Part {
  const attributes = {
    type: 'object',
    description:
      'The number of `rows` that the actor may see, and other counts for the list without filters.',
    required: ['rows'],
    properties: { rows: boundedCount },
    additionalProperties: boundedCount,
  }
  return resourceDocument(objectOf(totalsType, attributes), [])
}

/** Describes the `meta` of a list; undefined for lists without. */
export function listMeta({ search }: Resource): Part | undefined {
  return search && { type: 'object', properties: { suggestion, unknown } }
}

function includedPart(included: readonly string[]): Part {
  return included.length === 0
    ? {}
    : { included: { type: 'array', items: { anyOf: included.map(resourceRef) } } }
}

/** Finds the types of the resources that these paths include. */
export function includedTypes(points: Points, type: string, paths: Iterable<string>): string[] {
  const found = new Set<string>()
  for (const path of paths) {
    let current = type
    for (const step of path.split('.')) {
      const to = points.resources.get(current)?.relations.get(step)?.to
      if (to === undefined) break
      if (to === '*') for (const anyType of points.resources.keys()) found.add(anyType)
      else found.add(to)
      current = to
    }
  }
  return [...found]
}

/** Converts the answer that a route describes. */
export function describedResponse(
  status: number,
  answer: Exclude<DescribedAnswer, 'error'>,
  points: Points,
  { isPublic, document }: Route,
): Part {
  return response(status, contentOf(answer, points, document), isPublic ? entityTag : csrfToken)
}

function contentOf(
  answer: Exclude<DescribedAnswer, 'error'>,
  points: Points,
  document: RouteDocument | undefined,
): Part | undefined {
  if (answer === 'empty' || answer === 'redirect') return undefined
  if (answer === 'page') return htmlContent
  if ('text' in answer) return { [answer.text]: { schema: { type: 'string' } } }
  if ('json' in answer) return { 'application/json': { schema: jsonSchemaOf(answer.json, 'output') } }
  if ('document' in answer) return { [apiContentType]: { schema: jsonSchemaOf(answer.document, 'output') } }
  if ('type' in answer)
    return resourceDocument(objectOf(answer.type, jsonSchemaOf(answer.attributes, 'output')), [])
  const allowed = document && documentIncludes(document).allowed
  if ('resources' in answer) {
    const { resources: type, meta } = answer
    const includes = allowed ?? points.resources.get(type)?.includes.index.default ?? []
    return listDocument(type, includedTypes(points, type, includes), {
      meta: meta && jsonSchemaOf(meta, 'output'),
      isWhole: document !== undefined,
    })
  }
  const includes = allowed ?? points.resources.get(answer.resource)?.includes.show.allowed ?? []
  return resourceDocument(resourceRef(answer.resource), includedTypes(points, answer.resource, includes))
}
