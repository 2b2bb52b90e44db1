import type { FastifyInstance, FastifyRequest } from 'fastify'
import { busy, defineError, notFound, permissionDenied } from '../../infrastructure/errors.ts'
import { addressKey } from '../../infrastructure/limits/rate-limits.ts'
import type { Forum } from '../../points/context/context.ts'
import type { EndpointTools } from '../http/endpoint.ts'
import type { Realtime } from './realtime.ts'
import { upgradeOf } from './upgrades.ts'

/** The path of the WebSockets, below the base path. */
export const realtimePath = '/realtime'
/** Seconds after which a browser may try again when there is no room. */
const retrySeconds = 60

const upgradeRequired = defineError('upgrade_required', 426)

/**
 * Mounts the address of the WebSockets. A connection acts for the account of its session, or of the token in its
 * `Authorization`; browsers send cookies from pages of any site, so the page has to be one of this forum.
 */
export function mountRealtime(
  app: FastifyInstance,
  forum: Forum,
  { authenticator }: EndpointTools,
  realtime: Realtime,
): void {
  app.get(`${forum.basePath}${realtimePath}`, async (request, reply) => {
    if (!realtime.isOn) throw notFound()
    const upgrade = upgradeOf(request.raw)
    if (!upgrade) throw upgradeRequired({ headers: { upgrade: 'websocket' } })
    if (!isFromOwnPage(request, forum)) throw permissionDenied()
    const { context } = await authenticator.authenticate(request, { isApi: true })
    const { ip = '', accessTokenId: tokenId } = context.client ?? {}
    const address = addressKey(ip)
    if (!realtime.hasRoom(address)) throw busy(retrySeconds)
    reply.hijack()
    reply.raw.detachSocket(upgrade.socket)
    // API keys have no session that could end: they read events as a guest.
    const accountId = tokenId === undefined ? 0 : context.actor.id
    realtime.accept(request.raw, upgrade, { accountId, tokenId, address })
    return reply
  })
}

/** Whether a page of this forum asks, or a program that sends no cookie of a session. */
function isFromOwnPage({ headers, host }: FastifyRequest, { baseUrl }: Forum): boolean {
  const { origin, cookie } = headers
  if (origin === undefined) return cookie === undefined
  const from = URL.parse(origin)?.host
  return from !== undefined && (from === new URL(baseUrl).host || from === host)
}
