import type { FastifyInstance, FastifyRequest } from 'fastify'
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
  // Files are the same for all visitors.
  const files = `${basePath}/assets/`
  const viewOf = ({ originalUrl }: FastifyRequest) => {
    const address = viewAsAddress(originalUrl, basePath)
    return address?.url.startsWith(files) ? undefined : address
  }
  app.addHook('onRequest', async (request) => {
    const address = viewOf(request)
    if (!address) return
    request.requestSession = await authenticator.authenticateView(request, address)
    if (request.method !== 'GET' && request.method !== 'HEAD') throw viewAsReadOnly()
    if (!request.is404 && !request.routeOptions.config.isInViews) throw viewAsUnavailable()
  })
  app.addHook('onSend', async (request, reply) => {
    if (!viewOf(request)) return
    reply.header('cache-control', 'private, no-store')
    for (const name of ['set-cookie', 'x-csrf-token']) reply.removeHeader(name)
  })
}
