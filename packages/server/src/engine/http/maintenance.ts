import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ForumError, maintenance } from '../../infrastructure/errors.ts'
import type { Forum } from '../../points/context/context.ts'

const retryAfterSeconds = 300
const healthPaths: readonly string[] = ['/health', '/ready']

/** The error that answers every request during maintenance (api-core 1.12, D9). */
export function maintenanceError(forum: Forum): ForumError {
  return maintenance({
    problems: [{ members: { title: forum.translate('core.views.error.maintenance') } }],
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
}

/**
 * Refuses the requests of all visitors but administrators, except health checks, the client's files, and routes that are
 * always open, such as the log-in. Uploaded files need `refuseOthers` of their own.
 */
export function serveAdministratorsOnly(
  app: FastifyInstance,
  forum: Forum,
  refuseOthers: (request: FastifyRequest) => Promise<void>,
): void {
  app.addHook('onRequest', async (request) => {
    const [path = ''] = request.url.split('?', 1)
    if (healthPaths.includes(path) || request.routeOptions.config.isAlwaysOpen) return
    if (path.startsWith(`${forum.basePath}/assets/`)) return
    await refuseOthers(request)
  })
}

/** Refuses every request, except health checks and the assets of the maintenance page. */
export function closeForMaintenance(
  app: FastifyInstance,
  forum: Forum,
  refuse: (error: ForumError, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    if (healthPaths.includes(path) || path.startsWith(`${forum.basePath}/assets/`)) return undefined
    return refuse(maintenanceError(forum), request, reply)
  })
}
