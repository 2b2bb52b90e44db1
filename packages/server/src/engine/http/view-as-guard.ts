import type { FastifyInstance } from 'fastify'
import { viewAsReadOnly, viewAsUnavailable } from '../../infrastructure/errors.ts'
import type { Forum } from '../../points/context/context.ts'
import type { RequestAuthenticator } from './session/request-session.ts'
import { viewAsAddress } from './session/view-as.ts'

/**
 * Guards the views of the forum as another: they are read, not written to, and have the forum's own pages and resources
 * only. Their answers are stored nowhere and carry no session.
 */
export function guardViews(
  app: FastifyInstance,
  { basePath }: Pick<Forum, 'basePath'>,
  authenticator: RequestAuthenticator,
): void {
  app.addHook('onRequest', async (request) => {
    const address = viewAsAddress(request.originalUrl, basePath)
    if (!address) return
    request.requestSession = await authenticator.authenticateView(request, address)
    if (request.method !== 'GET' && request.method !== 'HEAD') throw viewAsReadOnly()
    if (!request.is404 && !request.routeOptions.config.isInViews) throw viewAsUnavailable()
  })
  app.addHook('onSend', async (request, reply) => {
    if (!viewAsAddress(request.originalUrl, basePath)) return
    reply.header('cache-control', 'private, no-store')
    for (const name of ['set-cookie', 'x-csrf-token']) reply.removeHeader(name)
  })
}
