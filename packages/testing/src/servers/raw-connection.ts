import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A response, parsed from a raw connection. */
export interface RawAnswer {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  body: string
}

/** A TCP connection for tests that send invalid or incomplete requests. */
export class RawConnection {
  readonly socket: Socket
  #received = ''
  #isClosed = false
  #changed = Promise.withResolvers<void>()

  private constructor(socket: Socket) {
    this.socket = socket
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      this.#received += text
      this.#notify()
    })
    // A reset is followed by `close`.
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#isClosed = true
      this.#notify()
    })
  }

  static async open(port: number): Promise<RawConnection> {
    const socket = connect({ port, host: '127.0.0.1' })
    await once(socket, 'connect')
    return new RawConnection(socket)
  }

  /** Received text that `answer` has not consumed. */
  get rest(): string {
    return this.#received
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  write(bytes: string | Buffer): void {
    if (!this.socket.destroyed) this.socket.write(bytes)
  }

  /** Writes a request with `Host`. @param lines its first line and its headers. */
  request(lines: readonly string[], body: string | Buffer = ''): void {
    const [first = '', ...headers] = lines
    this.write(`${[first, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`)
    if (body.length > 0) this.write(body)
  }

  /**
   * Reads the next response. Rejects if the connection ends before the response is complete.
   * @param method of the request, as responses to HEAD have no body
   */
  async answer(method = 'GET'): Promise<RawAnswer> {
    for (;;) {
      const parsed = parseAnswer(this.#received, method, this.#isClosed)
      if (parsed) {
        this.#received = parsed.rest
        return parsed.answer
      }
      if (this.#isClosed)
        throw new Error(`The connection ended after ${JSON.stringify(this.#received.slice(0, 500))}`)
      await this.#changed.promise
    }
  }

  /** Resolves when the server has closed the connection. */
  async closed(): Promise<void> {
    while (!this.#isClosed) await this.#changed.promise
  }

  end(): void {
    this.socket.destroy()
  }

  #notify(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}

/** A `multipart/form-data` body with `boundary=x`; parts with a `filename` are files. */
export function multipartBody(
  parts: readonly { name: string; filename?: string; content: string | Buffer }[],
): Buffer {
  const pieces = parts.flatMap(({ name, filename, content }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: image/png`
    return [`--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`, content, '\r\n']
  })
  return Buffer.concat([...pieces, '--x--\r\n'].map((piece) => Buffer.from(piece)))
}

function parseAnswer(
  received: string,
  method: string,
  isClosed: boolean,
): { answer: RawAnswer; rest: string } | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [first = '', ...lines] = received.slice(0, end).split('\r\n')
  const status = Number(first.split(' ')[1])
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const after = received.slice(end + 4)
  const hasBody = method !== 'HEAD' && status >= 200 && status !== 204 && status !== 304
  if (!hasBody) return { answer: { status, headers, body: '' }, rest: after }
  if (headers['transfer-encoding'] === 'chunked') {
    const parsed = parseChunks(after)
    return parsed && { answer: { status, headers, body: parsed.body }, rest: parsed.rest }
  }
  if (headers['content-length'] === undefined && !isClosed) return undefined
  const length = Number(headers['content-length'] ?? after.length)
  if (after.length < length) return undefined
  return { answer: { status, headers, body: after.slice(0, length) }, rest: after.slice(length) }
}

function parseChunks(text: string): { body: string; rest: string } | undefined {
  let body = ''
  let at = 0
  for (;;) {
    const line = text.indexOf('\r\n', at)
    if (line === -1) return undefined
    const size = Number.parseInt(text.slice(at, line), 16)
    const start = line + 2
    if (text.length < start + size + 2) return undefined
    if (size === 0) return { body, rest: text.slice(start + 2) }
    body += text.slice(start, start + size)
    at = start + size + 2
  }
}
