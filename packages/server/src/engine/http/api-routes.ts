import type { FastifyRequest } from 'fastify'
import type { Points } from '../../points/extension-point.ts'
import type { EndpointName } from '../../points/resources/endpoints.ts'
import type { Resource } from '../../points/resources/resources.ts'
import { answer } from '../jsonapi/api.ts'
import { bodyOf, documentAnswer, type Endpoint } from './endpoint.ts'
import { answerOnce } from './idempotency/idempotency.ts'
import type { RequestSession } from './session/request-session.ts'

/** A method and path below the base path, and what serves it. */
export interface MountedEndpoint {
  method: string
  path: string
  endpoint: Endpoint
}

const placeOf: Record<EndpointName, { method: string; path: string }> = {
  index: { method: 'GET', path: '' },
  create: { method: 'POST', path: '' },
  show: { method: 'GET', path: '/:id' },
  update: { method: 'PATCH', path: '/:id' },
  delete: { method: 'DELETE', path: '/:id' },
}

/** An endpoint of a resource and where it is. */
export interface ResourcePlace {
  resource: Resource
  name: EndpointName
  method: string
  path: string
}

/** Where the endpoints of resources are. Those of resources without a table are answered by routes of their features. */
export function resourcePlaces(points: Points): ResourcePlace[] {
  return [...points.resources.values()]
    .filter((resource) => resource.table !== undefined)
    .flatMap((resource) =>
      (Object.keys(resource.endpoints) as EndpointName[]).map((name) => {
        const { method, path } = placeOf[name]
        return { resource, name, method, path: `/api/${resource.type}${path}` }
      }),
    )
}

/** The endpoints of every resource that has a table. */
export function resourceEndpoints(points: Points): MountedEndpoint[] {
  return resourcePlaces(points).map(({ resource: { type }, name, method, path }) => ({
    method,
    path,
    endpoint: {
      isApi: true,
      csrf: true,
      run: (request: FastifyRequest, visit: RequestSession) => run(type, name, request, visit),
    },
  }))
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
