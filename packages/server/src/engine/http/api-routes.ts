import type { FastifyRequest } from 'fastify'
import type { Points } from '../../points/extension-point.ts'
import type { EndpointName } from '../../points/resources/endpoints.ts'
import type { Resource } from '../../points/resources/resources.ts'
import { answer } from '../jsonapi/api.ts'
import { answerTotals, hasTotals, totalsType } from '../jsonapi/lists/totals.ts'
import type { Query } from '../jsonapi/query.ts'
import { bodyOf, documentAnswer, type Endpoint } from './endpoint.ts'
import { answerOnce } from './idempotency/idempotency.ts'
import type { RequestSession } from './session/request-session.ts'

/** An endpoint with its method, and its path below the base path. */
export interface MountedEndpoint {
  method: string
  path: string
  endpoint: Endpoint
  /** Whether the path ends with the name of a row, which other paths may have, too. */
  endsWithName?: boolean
}

const routeOf: Record<EndpointName, { method: string; path: string }> = {
  index: { method: 'GET', path: '' },
  create: { method: 'POST', path: '' },
  show: { method: 'GET', path: '/:id' },
  update: { method: 'PATCH', path: '/:id' },
  delete: { method: 'DELETE', path: '/:id' },
}

/** An endpoint of a resource, with its method and path. */
export interface ResourceRoute {
  resource: Resource
  name: EndpointName
  method: string
  path: string
}

/** Lists the endpoints of resources that have a table. Features add routes for other resources. */
export function resourceRoutes(points: Points): ResourceRoute[] {
  return [...points.resources.values()]
    .filter((resource) => resource.table !== undefined)
    .flatMap((resource) =>
      (Object.keys(resource.endpoints) as EndpointName[]).map((name) => {
        const { method, path } = routeOf[name]
        return { resource, name, method, path: `/api/${resource.path}${path}` }
      }),
    )
}

/** A list whose totals a path answers. */
export interface TotalsRoute {
  resource: Resource
  method: 'GET'
  path: string
}

/** Lists the paths that answer the totals of a list. */
export function totalsRoutes({ resources }: Points): TotalsRoute[] {
  return [...resources.values()]
    .filter(hasTotals)
    .map((resource) => ({ resource, method: 'GET', path: `/api/${totalsType}/${resource.type}` }))
}

/** Makes the endpoints of every resource that has a table, and of the totals of its list. */
export function resourceEndpoints(points: Points): MountedEndpoint[] {
  const totals = totalsRoutes(points).map(({ resource: { type }, method, path }) => ({
    method,
    path,
    endpoint: {
      isApi: true,
      csrf: true,
      isInViews: true,
      run: async ({ query }: FastifyRequest, { context }: RequestSession) =>
        documentAnswer(200, await answerTotals(context, type, query as Query)),
    },
  }))
  const resources = resourceRoutes(points).map(({ resource: { type, endpoints }, name, method, path }) => ({
    method,
    path,
    endsWithName: name === 'show' && endpoints.show?.idOf !== undefined,
    endpoint: {
      isApi: true,
      csrf: true,
      isInViews: true,
      run: (request: FastifyRequest, session: RequestSession) => run(type, name, request, session),
    },
  }))
  return [...resources, ...totals]
}

async function run(
  type: string,
  endpoint: EndpointName,
  request: FastifyRequest,
  { context }: RequestSession,
) {
  const { id } = request.params as { id?: string }
  const query = request.query as Record<string, unknown>
  const call = { type, endpoint, query, body: bodyOf(request), ...(id !== undefined && { id }) }
  if (endpoint !== 'create') {
    const { status, document } = await answer(context, call)
    return documentAnswer(status, document)
  }
  const key = request.headers['idempotency-key']
  return answerOnce(context, typeof key === 'string' ? key : undefined, call)
}
