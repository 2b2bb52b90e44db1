import type { RealtimeMessage } from '../../base/realtime/realtime.ts'

/** Milliseconds between attempts to connect: the first and the longest. */
const firstDelay = 1000
const longestDelay = 60_000
/** Milliseconds without a message after which a connection counts as broken; the server sends one every 30 seconds. */
const silenceLimit = 75_000
/** Milliseconds between two messages that say that none come. */
const pollInterval = 60_000
/** Failed attempts after which none are expected to succeed soon. */
const toleratedFailures = 2
const maximumTopics = 50
/** Milliseconds that this page's message may take longer than its request before. */
const slack = 300

/** Codes with which the server ends a connection for good: a fault, the end of the session, real time switched off. */
const finalCodes: readonly number[] = [1008, 4401, 4404]

export interface LineOptions {
  /** Address of the WebSockets. */
  url: string
  /** The account of this page: of another one no message is delivered. */
  userId: string | undefined
  /** Called with every message but `hello`; `beat` only has a position. */
  onMessage: (message: RealtimeMessage) => void
  /** Called when the server wants no more connections of this page. */
  onEnd: () => void
}

/** The connection to the server, which connects again whenever it breaks. */
export class Line {
  readonly #options: LineOptions
  #socket: WebSocket | undefined
  #topics: readonly string[] = []
  /** When pages read what they show of topics, until the server knows that. */
  #readAt = new Map<string, number>()
  /** Whether the server has said hello. */
  #isOpen = false
  /** Position of the last message. */
  #last: string | undefined
  #failures = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #poll: ReturnType<typeof setInterval> | undefined
  #hasEnded = false

  /** @param last position of the last message that this browser had. */
  constructor(options: LineOptions, last: string | undefined) {
    this.#options = options
    this.#last = last
    this.#connect()
  }

  /** Follows exactly these topics. @param ages how many milliseconds ago pages read what they show of topics. */
  follow(topics: readonly string[], ages: Readonly<Record<string, number>> = {}): void {
    this.#topics = topics.slice(0, maximumTopics)
    for (const [topic, age] of Object.entries(ages)) {
      const readAt = performance.now() - age
      this.#readAt.set(topic, Math.min(readAt, this.#readAt.get(topic) ?? readAt))
    }
    if (this.#isOpen) this.#send()
  }

  close(): void {
    this.#hasEnded = true
    for (const timer of [this.#retry, this.#silence, this.#poll]) clearTimeout(timer)
    this.#socket?.close()
  }

  #end(): void {
    this.close()
    this.#options.onEnd()
  }

  #connect(): void {
    const socket = new WebSocket(this.#options.url)
    this.#socket = socket
    this.#awaitMessage(socket)
    socket.onmessage = ({ data }) => this.#handleMessage(socket, JSON.parse(data))
    socket.onclose = ({ code }) => this.#handleClose(socket, code)
  }

  #handleMessage(socket: WebSocket, message: Required<RealtimeMessage>): void {
    if (this.#hasEnded) return
    this.#awaitMessage(socket)
    if (message.event !== 'hello') {
      this.#last = message.id
      this.#options.onMessage(message)
      return
    }
    const { userId } = message.data as { userId: string | null }
    // The browser's session changed since this page was loaded.
    if (userId !== (this.#options.userId ?? null)) {
      this.#end()
      return
    }
    this.#failures = 0
    this.#isOpen = true
    clearInterval(this.#poll)
    this.#poll = undefined
    this.#send(this.#last)
    this.#last ??= message.id
    this.#options.onMessage({ event: 'beat', id: this.#last, data: null })
  }

  #send(after?: string): void {
    const now = performance.now() + slack
    const ages = Object.fromEntries([...this.#readAt].map(([topic, readAt]) => [topic, now - readAt]))
    const isAged = this.#readAt.size > 0
    this.#readAt.clear()
    this.#socket?.send(JSON.stringify({ topics: this.#topics, after, ...(isAged && { ages }) }))
  }

  #handleClose(socket: WebSocket, code: number): void {
    if (socket !== this.#socket || this.#hasEnded) return
    this.#isOpen = false
    if (finalCodes.includes(code)) {
      this.#end()
      return
    }
    clearTimeout(this.#silence)
    this.#failures += 1
    if (this.#failures > toleratedFailures) this.#beginPolling()
    const delay = Math.min(firstDelay * 2 ** (this.#failures - 1), longestDelay)
    // After a restart of the server not all browsers come at once.
    this.#retry = setTimeout(() => this.#connect(), delay * (0.5 + 2 * Math.random()))
  }

  #beginPolling(): void {
    this.#poll ??= setInterval(() => this.#options.onMessage({ event: 'poll', data: null }), pollInterval)
  }

  #awaitMessage(socket: WebSocket): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => {
      socket.onclose = null
      socket.close()
      this.#handleClose(socket, 1006)
    }, silenceLimit)
  }
}
