import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/** The one HTTP server of a forum, whatever builds of the forum come and go behind it. */
export class Listener {
  readonly #server: Server

  constructor(handle: RequestHandler) {
    // Above the idle time of usual proxies, so that it is they who close connections.
    this.#server = createServer(
      { keepAliveTimeout: 75_000, headersTimeout: 60_000, requestTimeout: 120_000 },
      handle,
    )
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
