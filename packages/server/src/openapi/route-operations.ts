import { apiContentType } from '../http/documents.ts'
import type { RouteDescription } from '../points/described.ts'
import type { Points } from '../points/points.ts'
import type { Route } from '../points/routes.ts'
import { contentOf, failures, includedTypes, response } from './answers.ts'
import { fieldsParameters, includeParameters, queryParameter, templateOf } from './parameters.ts'
import type { PlacedOperation } from './resource-operations.ts'
import { jsonSchemaOf, type Part } from './schemas.ts'
import { securityOf } from './security.ts'

/** What a route takes and answers, as far as it says. */
export function routeOperation(route: Route, points: Points): PlacedOperation {
  const { method, describes } = route
  const isApi = route.path.startsWith('/api/') || route.path === '/api'
  const isSafe = method === 'GET' || route.csrf === false
  const { path, parameters } = templateOf(route.path)
  const tag = /^\/api\/([a-z-]+)/.exec(route.path)?.[1] ?? (isApi ? 'forums' : 'pages')
  const operation = {
    operationId: route.name ?? `${method} ${route.path}`.toLowerCase().replace(/[^a-z]+/g, '-'),
    ...(describes && { summary: describes.summary }),
    tags: [tag],
    security: route.isPublic ? [{}] : securityOf({ isApi, isSafe, needsAccount: false }),
    parameters: [...parameters, ...(describes ? queryOf(describes, points, route) : [])],
    ...(describes?.body && { requestBody: bodyOf(route, describes.body, isApi) }),
    responses: answersOf(route, points, isApi),
  }
  return { path, method, operation }
}

/** What shows a resource takes what showing it anywhere takes. */
function queryOf({ query = {}, answers }: RouteDescription, points: Points, { method }: Route): Part[] {
  const own = Object.entries(query).map(([name, schema]) => queryParameter(name, jsonSchemaOf(schema)))
  const shown = answers[200]
  if (method !== 'GET' || typeof shown !== 'object' || !('resource' in shown)) return own
  const resource = points.resources.get(shown.resource)
  if (!resource) return own
  const types = includedTypes(points, resource.type, resource.includes.show.allowed)
  const resources = [...new Set([resource.type, ...types])].flatMap(
    (type) => points.resources.get(type) ?? [],
  )
  return [...own, ...includeParameters(resource.includes.show), ...fieldsParameters(resources)]
}

function bodyOf({ uploads }: Route, body: NonNullable<RouteDescription['body']>, isApi: boolean): Part {
  const media = { schema: jsonSchemaOf(body) }
  if (uploads) return { required: true, content: { 'multipart/form-data': media } }
  const form = isApi ? {} : { 'application/x-www-form-urlencoded': media }
  return { required: true, content: { 'application/json': media, ...form } }
}

function answersOf(route: Route, points: Points, isApi: boolean): Part {
  const { describes, method, name, isPublic } = route
  const place = { isApi, jsonErrors: route.jsonErrors ?? false }
  const headers = isPublic ? { ETag: { $ref: '#/components/headers/ETag' } } : undefined
  const described = Object.entries(describes?.answers ?? {}).filter(([, answer]) => answer !== 'error')
  const refused = Object.entries(describes?.answers ?? {}).filter(([, answer]) => answer === 'error')
  const isThrottled = [...points.throttles.values()].some(
    ({ endpoints }) => name !== undefined && endpoints.includes(name),
  )
  const statuses = [
    ...refused.map(([status]) => Number(status)),
    ...(method === 'GET' ? [] : [400, 413]),
    // Nothing has an address with certain characters in it.
    ...(route.path.includes(':') ? [404] : []),
    ...(isThrottled ? [429] : []),
  ]
  return {
    ...Object.fromEntries(
      described.map(([status, answer]) => [
        status,
        response(Number(status), contentOf(answer, points, place), headers),
      ]),
    ),
    ...(isPublic && { 304: response(304, undefined, headers) }),
    ...failures(statuses, malformed(contentOf('error', points, place), route)),
    ...(!describes && { default: { description: 'Not described' } }),
  }
}

/** A body that is no JSON is refused with an error document everywhere (api-core D1). */
function malformed(content: Part = {}, { method }: Route): Part {
  const json = { schema: { $ref: '#/components/schemas/errors' } }
  return method === 'GET' ? content : { ...content, [apiContentType]: json }
}
