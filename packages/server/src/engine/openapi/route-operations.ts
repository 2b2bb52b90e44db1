import { jsonSchemaOf } from '../../infrastructure/schema/json-schema.ts'
import type { Points } from '../../points/extension-point.ts'
import type { Route } from '../../points/requests/routes.ts'
import type { RouteDescription } from '../../points/resources/described.ts'
import { describedResponse, failures, includedTypes } from './answers.ts'
import { fieldsParameters, includeParameters, queryParameter, templateOf } from './parameters.ts'
import type { RoutedOperation } from './resource-operations.ts'
import type { Part } from './schemas.ts'
import { securityOf } from './security.ts'

/** Converts a route's description of its parameters and answers. */
export function routeOperation(route: Route, points: Points): RoutedOperation {
  const { method, describes } = route
  const isApi = route.path.startsWith('/api/') || route.path === '/api'
  const isSafe = method === 'GET' || route.csrf === false
  const { path, parameters } = templateOf(route.path)
  const tag = /^\/api\/([a-z-]+)/.exec(route.path)?.[1] ?? (isApi ? points.forumFacts.resource : 'pages')
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

/** A route that answers with a resource takes the parameters of the resource's own endpoint, too. */
function queryOf({ query = {}, answers }: RouteDescription, points: Points, { method }: Route): Part[] {
  const own = Object.entries(query).map(([name, schema]) => queryParameter(name, jsonSchemaOf(schema)))
  const success = answers[200]
  if (method !== 'GET' || typeof success !== 'object' || !('resource' in success)) return own
  const resource = points.resources.get(success.resource)
  if (!resource) return own
  const types = includedTypes(points, resource.type, resource.includes.show.allowed)
  return [
    ...own,
    ...includeParameters(resource.includes.show),
    ...fieldsParameters([resource.type, ...types]),
  ]
}

function bodyOf({ uploads }: Route, body: NonNullable<RouteDescription['body']>, isApi: boolean): Part {
  const media = { schema: jsonSchemaOf(body) }
  if (uploads) return { required: true, content: { 'multipart/form-data': media } }
  const form = isApi ? {} : { 'application/x-www-form-urlencoded': media }
  return { required: true, content: { 'application/json': media, ...form } }
}

function answersOf(route: Route, points: Points, isApi: boolean): Part {
  const { describes, method, name, isPublic = false } = route
  const described: Record<string, Part> = {}
  // Parameters with null characters are 404 everywhere.
  const failureStatuses = route.path.includes(':') ? [404] : []
  if (method !== 'GET') failureStatuses.push(400, 413)
  for (const [status, answer] of Object.entries(describes?.answers ?? {})) {
    if (answer === 'error') failureStatuses.push(Number(status))
    else described[status] = describedResponse(Number(status), answer, points, isPublic)
  }
  if (isPublic) described[304] = describedResponse(304, 'empty', points, isPublic)
  const isThrottled = [...points.throttles.values()].some(
    ({ endpoints }) => name !== undefined && endpoints.includes(name),
  )
  if (isThrottled) failureStatuses.push(429)
  // Malformed JSON is refused with a document everywhere (api-core D1).
  const form = isApi ? 'document' : method === 'GET' ? 'page' : 'either'
  return {
    ...failures(failureStatuses, form),
    ...described,
    ...(!describes && { default: { description: 'Not described' } }),
  }
}
