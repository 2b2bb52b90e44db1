import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ForumError, maintenance } from '../../infrastructure/errors.ts'
import type { Forum } from '../../points/context/context.ts'

const retryAfterSeconds = 300

/** The error that answers every request during maintenance (api-core 1.12, D9). */
export function maintenanceError(forum: Forum): ForumError {
  return maintenance({
    problems: [{ members: { title: forum.translate('core.views.error.maintenance') } }],
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
}

/** Refuses every request, except health checks and the assets of the maintenance page. */
export function closeForMaintenance(
  app: FastifyInstance,
  forum: Forum,
  refuse: (error: ForumError, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  const open = ['/health', '/ready']
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    if (open.includes(path) || path.startsWith(`${forum.basePath}/assets/`)) return undefined
    return refuse(maintenanceError(forum), request, reply)
  })
}
