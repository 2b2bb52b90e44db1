import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What a request that asks for a WebSocket needs besides its headers. */
export interface Upgrade {
  socket: Socket
  /** The first bytes behind the headers. */
  head: Buffer
  /** Called when the connection has become a WebSocket. */
  handleDone(): void
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>()

/** Returns what the upgrade of a request needs; undefined for any other request. */
export function upgradeOf(request: IncomingMessage): Upgrade | undefined {
  return upgrades.get(request)
}

/**
 * Makes the response to a request that asks for a WebSocket, so that it is routed as any other one. Unless it is upgraded,
 * the connection ends with the response.
 */
export function responseToUpgrade(request: IncomingMessage, upgrade: Upgrade): ServerResponse {
  upgrades.set(request, upgrade)
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(upgrade.socket)
  response.on('finish', () => upgrade.socket.destroySoon())
  // Without a listener a connection that breaks would end the process.
  upgrade.socket.on('error', () => {})
  return response
}
