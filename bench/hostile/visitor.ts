import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface VisitorRequest {
  method?: string
  headers?: Record<string, string>
  body?: string
}

export interface VisitorResponse {
  status: number
  headers: IncomingMessage['headers']
  body: string
}

/**
 * A visitor with an address of its own on the loopback network (Linux takes any of 127.0.0.0/8), so that limits per address do not
 * count its requests together with those of others. Connections are kept alive.
 */
export class Visitor {
  readonly #url: string
  readonly #agent: Agent
  readonly #timeoutMs: number

  constructor(url: string, options: { address: string; timeoutMs: number }) {
    this.#url = url
    this.#agent = new Agent({ keepAlive: true, localAddress: options.address })
    this.#timeoutMs = options.timeoutMs
  }

  /** Sends a request and reads the whole response. Rejects if the connection fails or the time is up. */
  async send(
    path: string,
    { method = 'GET', headers = {}, body }: VisitorRequest = {},
  ): Promise<VisitorResponse> {
    const signal = AbortSignal.timeout(this.#timeoutMs)
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(this.#url + path, { agent: this.#agent, method, headers: { ...headers, ...length }, signal })
        .on('response', resolve)
        .on('error', reject)
        .end(body)
    })
    return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }
  }

  close(): void {
    this.#agent.destroy()
  }
}
