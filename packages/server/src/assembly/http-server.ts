import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { continueWhenRead } from '../engine/http/bodies/unread-bodies.ts'
import { Sockets } from './sockets.ts'

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/** How long the server waits for its visitors, and for how many of them. Times are milliseconds. */
export interface ServerLimits {
  /** Connections at the same time, and those of one address. */
  sockets: number
  socketsPerAddress: number
  /** From the beginning of a connection or request to the end of its headers. */
  headersMs: number
  /** To the end of its body. */
  requestMs: number
  /** Until the next request on a connection. */
  keepAliveMs: number
  /** How often these times are looked at. */
  checkMs: number
}

export const defaultServerLimits: ServerLimits = {
  sockets: 6000,
  socketsPerAddress: 1000,
  headersMs: 20_000,
  requestMs: 300_000,
  // Above the idle time of usual proxies, so that it is they who close connections.
  keepAliveMs: 75_000,
  checkMs: 5000,
}

/** The one HTTP server of a forum, whatever builds of the forum come and go behind it. */
export class HttpServer {
  readonly #server: Server

  /** @param hasProxy all connections come from trusted proxies: the number of one address says nothing. */
  constructor(
    handle: RequestHandler,
    { hasProxy = false, ...given }: Partial<ServerLimits> & { hasProxy?: boolean } = {},
  ) {
    const limits = { ...defaultServerLimits, ...given }
    const sockets = new Sockets({
      total: limits.sockets,
      perAddress: hasProxy ? undefined : limits.socketsPerAddress,
    })
    const answer: RequestHandler = (request, response) => {
      response.once('close', sockets.begin(request.socket))
      handle(request, response)
    }
    this.#server = createServer(
      {
        keepAliveTimeout: limits.keepAliveMs,
        headersTimeout: limits.headersMs,
        requestTimeout: limits.requestMs,
        connectionsCheckingInterval: limits.checkMs,
      },
      answer,
    )
    this.#server.on('connection', (socket) => sockets.add(socket))
    this.#server.on('checkContinue', (request, response) => {
      continueWhenRead(request, response)
      answer(request, response)
    })
  }

  /** Resolves with the port. Rejects when the address is taken or not ours. */
  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject)
        resolve((this.#server.address() as AddressInfo).port)
      })
    })
  }

  /** Accepts nothing more and resolves when the requests in flight are answered, at the latest after `patienceMs`. */
  close(patienceMs: number): Promise<void> {
    if (!this.#server.listening) return Promise.resolve()
    return new Promise((resolve) => {
      // Connections that are kept alive become idle one by one, when their answers are out.
      const sweep = setInterval(() => this.#server.closeIdleConnections(), 50)
      const giveUp = setTimeout(() => this.#server.closeAllConnections(), patienceMs)
      this.#server.close(() => {
        clearInterval(sweep)
        clearTimeout(giveUp)
        resolve()
      })
    })
  }
}
