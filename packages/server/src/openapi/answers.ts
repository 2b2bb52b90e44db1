import { apiContentType } from '../http/documents.ts'
import type { DescribedAnswer } from '../points/described.ts'
import type { Points } from '../points/points.ts'
import { jsonSchemaOf, objectOf, type Part, resourceRef } from './schemas.ts'

const meanings: Readonly<Record<string, string>> = {
  200: 'Done',
  201: 'Made',
  204: 'Done; there is nothing to tell',
  302: 'Goes on elsewhere',
  303: 'Goes on elsewhere',
  304: 'Nothing has changed since',
  400: 'Not a request that can be understood, or its CSRF token is missing',
  401: 'Only for those who are logged in',
  403: 'Not allowed',
  404: 'Not there, or not for the one who asks',
  409: 'At odds with how things are now',
  413: 'Too large',
  422: 'Something that was sent is not accepted',
  429: 'Too often',
  503: 'Closed for maintenance',
}

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }
const csrfToken = { 'X-CSRF-Token': { $ref: '#/components/headers/X-CSRF-Token' } }

const htmlContent = { 'text/html': { schema: { type: 'string' } } }
const errorContent = { [apiContentType]: { schema: { $ref: '#/components/schemas/errors' } } }

/** What the headers mean that answers refer to. */
export const headerComponents: Part = {
  'Retry-After': {
    description: 'Seconds until it may be tried again.',
    schema: { type: 'integer', minimum: 1 },
  },
  'X-CSRF-Token': {
    description: 'What unsafe requests of this session have to send.',
    schema: { type: 'string' },
  },
  ETag: { description: 'Of this version, for If-None-Match.', schema: { type: 'string' } },
}

/** An answer with a document or nothing, by its status. */
export function response(status: number, content?: Part, headers: Part = csrfToken): Part {
  return {
    description: meanings[status] ?? 'An answer',
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(content && { content }),
  }
}

/** Answers with error documents, by their statuses. Faults of the server are among the answers of everything. */
export function failures(statuses: Iterable<number>, content: Part = errorContent): Record<string, Part> {
  const described = [...new Set([...statuses, 503])].map((status) => [
    status,
    response(status, content, status === 429 || status === 503 ? retryAfter : {}),
  ])
  return Object.fromEntries(described)
}

/** A document with one resource and what is included with it. */
export function resourceDocument(data: Part, included: readonly string[]): Part {
  const properties = { data, ...includedPart(included) }
  return { [apiContentType]: { schema: { type: 'object', required: ['data'], properties } } }
}

/** A page of a list. */
export function listDocument(type: string, included: readonly string[]): Part {
  const link = { type: 'string', format: 'uri' }
  const properties = {
    links: {
      type: 'object',
      required: ['first'],
      properties: { first: link, prev: link, next: link },
    },
    data: { type: 'array', items: resourceRef(type) },
    ...includedPart(included),
  }
  return { [apiContentType]: { schema: { type: 'object', required: ['links', 'data'], properties } } }
}

function includedPart(included: readonly string[]): Part {
  return included.length === 0
    ? {}
    : { included: { type: 'array', items: { anyOf: included.map(resourceRef) } } }
}

/** The types that the given include paths of a resource lead to. */
export function includedTypes(points: Points, type: string, paths: Iterable<string>): string[] {
  const found = new Set<string>()
  for (const path of paths) {
    let current = type
    for (const step of path.split('.')) {
      const to = points.resources.get(current)?.relations.get(step)?.to
      if (to === undefined) break
      if (to === '*') for (const any of points.resources.keys()) found.add(any)
      else found.add(to)
      current = to
    }
  }
  return [...found]
}

/** The content of an answer as a route describes it; undefined for none. */
export function contentOf(
  answer: DescribedAnswer,
  points: Points,
  { isApi, jsonErrors }: { isApi: boolean; jsonErrors: boolean },
): Part | undefined {
  if (answer === 'empty' || answer === 'redirect') return undefined
  if (answer === 'page') return htmlContent
  if (answer === 'error') {
    return isApi ? errorContent : { ...htmlContent, ...(jsonErrors && errorContent) }
  }
  if ('text' in answer) return { [answer.text]: { schema: { type: 'string' } } }
  if ('json' in answer) return { 'application/json': { schema: jsonSchemaOf(answer.json, 'output') } }
  if ('type' in answer)
    return resourceDocument(objectOf(answer.type, jsonSchemaOf(answer.attributes, 'output')), [])
  const includes = points.resources.get(answer.resource)?.includes.show.allowed ?? []
  return resourceDocument(resourceRef(answer.resource), includedTypes(points, answer.resource, includes))
}
