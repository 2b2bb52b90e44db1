import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { continueWhenRead } from '../engine/http/bodies/unread-bodies.ts'
import { responseToUpgrade } from '../engine/realtime/upgrades.ts'
import { Sockets } from './sockets.ts'

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/** Timeouts in milliseconds, and numbers of connections. */
export interface ServerLimits {
  /** Maximum number of connections, in total and per address. */
  sockets: number
  socketsPerAddress: number
  /** From the beginning of a connection or request to the end of its headers. */
  headersMs: number
  /** From the beginning of a request to the end of its body. */
  requestMs: number
  /** Until the next request on a connection. */
  keepAliveMs: number
  /** Interval between checks of these timeouts. */
  checkMs: number
}

const defaultServerLimits: ServerLimits = {
  sockets: 6000,
  socketsPerAddress: 1000,
  headersMs: 20_000,
  requestMs: 300_000,
  // Longer than the idle timeout of common proxies, so that the proxy closes connections, not the server.
  keepAliveMs: 75_000,
  checkMs: 5000,
}

interface HttpServerOptions {
  hasProxy?: boolean
  /** The path at which a request may become a WebSocket; none by default. */
  upgradePath?: string
}

/** The HTTP server of a forum, which stays the same across builds. */
export class HttpServer {
  readonly #server: Server

  /** @param hasProxy all connections come from trusted proxies, so there is no limit per address. */
  constructor(
    handle: RequestHandler,
    { hasProxy = false, upgradePath, ...given }: Partial<ServerLimits> & HttpServerOptions = {},
  ) {
    const limits = { ...defaultServerLimits, ...given }
    const sockets = new Sockets({
      total: limits.sockets,
      perAddress: hasProxy ? undefined : limits.socketsPerAddress,
    })
    const answer: RequestHandler = (request, response) => {
      response.once('close', sockets.beginRequest(request.socket))
      handle(request, response)
    }
    this.#server = createServer(
      {
        keepAliveTimeout: limits.keepAliveMs,
        headersTimeout: limits.headersMs,
        requestTimeout: limits.requestMs,
        connectionsCheckingInterval: limits.checkMs,
        // Elsewhere, and for other protocols, an upgrade is an offer: the request is answered as any other one.
        shouldUpgradeCallback: ({ url = '', headers }) =>
          url.split('?', 1)[0] === upgradePath && headers.upgrade?.toLowerCase() === 'websocket',
      },
      answer,
    )
    this.#server.on('connection', (socket) => sockets.add(socket))
    this.#server.on('upgrade', (request, stream, head) => {
      const socket = stream as Socket
      const end = sockets.beginRequest(socket)
      // Real time counts the connections that it takes.
      const handleDone = () => sockets.release(socket)
      const response = responseToUpgrade(request, { socket, head, handleDone })
      socket.once('close', end)
      handle(request, response)
    })
    this.#server.on('checkContinue', (request, response) => {
      continueWhenRead(request, response)
      answer(request, response)
    })
  }

  /** Resolves with the port. Rejects if the address is in use or not local. */
  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject)
        resolve((this.#server.address() as AddressInfo).port)
      })
    })
  }

  /** Stops accepting connections; resolves when requests in flight are answered, at the latest after `timeoutMs`. */
  close(timeoutMs: number): Promise<void> {
    if (!this.#server.listening) return Promise.resolve()
    return new Promise((resolve) => {
      // Keep-alive connections become idle one by one, when their answers are sent.
      const sweep = setInterval(() => this.#server.closeIdleConnections(), 50)
      const timeout = setTimeout(() => this.#server.closeAllConnections(), timeoutMs)
      this.#server.close(() => {
        clearInterval(sweep)
        clearTimeout(timeout)
        resolve()
      })
    })
  }
}
