import { jsonSchemaOf } from '../../infrastructure/schema/json-schema.ts'
import type { Points } from '../../points/extension-point.ts'
import { documentIncludes, type Route } from '../../points/requests/routes.ts'
import type { RouteDescription } from '../../points/resources/described.ts'
import { describedResponse, failures, includedTypes } from './answers.ts'
import {
  fieldsParameters,
  includeParameters,
  listParameters,
  queryParameter,
  templateOf,
} from './parameters.ts'
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

/**
 * A route that answers with resources takes the parameters of its document, too, or else those of the resource's own
 * endpoint.
 */
function queryOf(
  { query = {}, answers }: RouteDescription,
  points: Points,
  { method, document }: Route,
): Part[] {
  const own = Object.entries(query).map(([name, schema]) => queryParameter(name, jsonSchemaOf(schema)))
  const read = method === 'GET' && typeof answers[200] === 'object' ? answers[200] : undefined
  const shown = read && 'resource' in read ? read.resource : undefined
  const resource = points.resources.get(document?.type ?? shown ?? '')
  if (!resource) return own
  const includes = document ? documentIncludes(document) : resource.includes.show
  const isList = document && read && 'resources' in read
  return [
    ...own,
    ...includeParameters(includes),
    ...fieldsParameters([resource.type, ...includedTypes(points, resource.type, includes.allowed)]),
    ...(isList ? listParameters({ ...resource, search: undefined, endpoints: {} }) : []),
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
  // Includes, sorts, pages and filters may be refused.
  if (route.document) failureStatuses.push(400, 422)
  for (const [status, answer] of Object.entries(describes?.answers ?? {})) {
    if (answer === 'error') failureStatuses.push(Number(status))
    else described[status] = describedResponse(Number(status), answer, points, route)
  }
  if (isPublic) described[304] = describedResponse(304, 'empty', points, route)
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
