import type { FastifyRequest } from 'fastify'
import { answer } from '../jsonapi/api.ts'
import type { EndpointName } from '../points/endpoints.ts'
import type { Points } from '../points/points.ts'
import { bodyOf, documentAnswer, type Endpoint } from './endpoint.ts'
import { answerOnce } from './idempotency.ts'
import type { Visit } from './visit.ts'

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

/** The endpoints of every resource that has a table; others are answered by routes of their features. */
export function resourceEndpoints(points: Points): MountedEndpoint[] {
  return [...points.resources.values()]
    .filter((resource) => resource.table !== undefined)
    .flatMap((resource) =>
      (Object.keys(resource.endpoints) as EndpointName[]).map((name) => {
        const { method, path } = placeOf[name]
        return {
          method,
          path: `/api/${resource.type}${path}`,
          endpoint: {
            isApi: true,
            csrf: true,
            run: (request: FastifyRequest, visit: Visit) => run(resource.type, name, request, visit),
          },
        }
      }),
    )
}

async function run(type: string, endpoint: EndpointName, request: FastifyRequest, { context }: Visit) {
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
