import { jsonSchemaOf } from '../../infrastructure/schema/json-schema.ts'
import type { Points } from '../../points/extension-point.ts'
import type { DescribedAnswer } from '../../points/resources/described.ts'
import { apiContentType } from '../http/answers/documents.ts'
import { objectOf, type Part, resourceRef } from './schemas.ts'

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
  410: 'Made before under this key, and gone meanwhile',
  413: 'Too large',
  422: 'Something that was sent is not accepted',
  429: 'Too often',
  503: 'Closed for maintenance',
}

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }
const entityTag = { ETag: { $ref: '#/components/headers/ETag' } }
const csrfToken = { 'X-CSRF-Token': { $ref: '#/components/headers/X-CSRF-Token' } }

const htmlContent = { 'text/html': { schema: { type: 'string' } } }
const errorContent = { [apiContentType]: { schema: { $ref: '#/components/schemas/errors' } } }

/** What the headers mean that answers refer to. */
export const headerComponents: Part = {
  'Retry-After': {
    description: 'Seconds until it may be tried again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'X-CSRF-Token': {
    description: 'What unsafe requests of this session have to send.',
    schema: { type: 'string' },
  },
  ETag: { description: 'Of this version, for If-None-Match.', required: true, schema: { type: 'string' } },
}

/** An answer with a document or nothing, by its status. */
export function response(status: number, content?: Part, headers: Part = csrfToken): Part {
  return {
    description: meanings[status] ?? 'An answer',
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(content && { content }),
  }
}

/** How failures look: as documents in the API, as pages elsewhere, and where both are asked for either of them. */
export type FailureForm = 'document' | 'page' | 'either'

const failureContents: Readonly<Record<FailureForm, Part>> = {
  document: errorContent,
  page: htmlContent,
  either: { ...htmlContent, ...errorContent },
}

/** The failures of every status and form, that endpoints refer to. */
export function failureComponents(): Part {
  const statuses = Object.keys(meanings)
    .map(Number)
    .filter((status) => status >= 400)
  const forms = Object.entries(failureContents)
  return Object.fromEntries(
    statuses.flatMap((status) =>
      forms.map(([form, content]) => [`${form}-${status}`, failure(status, content)]),
    ),
  )
}

/** Failures by their statuses; that the forum is closed is among those of everything. */
export function failures(statuses: Iterable<number>, form: FailureForm = 'document'): Record<string, Part> {
  const described = [...new Set([...statuses, 503])].map((status) => [
    status,
    meanings[status] === undefined
      ? failure(status, failureContents[form])
      : { $ref: `#/components/responses/${form}-${status}` },
  ])
  return Object.fromEntries(described)
}

function failure(status: number, content: Part): Part {
  return response(status, content, status === 429 || status === 503 ? retryAfter : {})
}

/** A document with one resource and what is included with it. */
export function resourceDocument(data: Part, included: readonly string[]): Part {
  const properties = { data, ...includedPart(included) }
  return { [apiContentType]: { schema: { type: 'object', required: ['data'], properties } } }
}

/** A page of a list, which may be searched. */
export function listDocument(type: string, included: readonly string[], isSearched: boolean): Part {
  const link = { type: 'string', format: 'uri' }
  const properties = {
    links: {
      type: 'object',
      required: ['first'],
      properties: { first: link, prev: link, next: link },
    },
    data: { type: 'array', items: resourceRef(type) },
    ...includedPart(included),
    ...(isSearched && { meta: searchMeta }),
  }
  return { [apiContentType]: { schema: { type: 'object', required: ['links', 'data'], properties } } }
}

const searchMeta = {
  type: 'object',
  properties: {
    suggestion: {
      type: 'string',
      description:
        'Of a search with words that nothing has: the `filter[q]` that was probably meant. It finds something.',
    },
  },
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

/** An answer as a route describes it. */
export function describedResponse(
  status: number,
  answer: Exclude<DescribedAnswer, 'error'>,
  points: Points,
  isPublic: boolean,
): Part {
  return response(status, contentOf(answer, points), isPublic ? entityTag : csrfToken)
}

function contentOf(answer: Exclude<DescribedAnswer, 'error'>, points: Points): Part | undefined {
  if (answer === 'empty' || answer === 'redirect') return undefined
  if (answer === 'page') return htmlContent
  if ('text' in answer) return { [answer.text]: { schema: { type: 'string' } } }
  if ('json' in answer) return { 'application/json': { schema: jsonSchemaOf(answer.json, 'output') } }
  if ('type' in answer)
    return resourceDocument(objectOf(answer.type, jsonSchemaOf(answer.attributes, 'output')), [])
  const includes = points.resources.get(answer.resource)?.includes.show.allowed ?? []
  return resourceDocument(resourceRef(answer.resource), includedTypes(points, answer.resource, includes))
}
