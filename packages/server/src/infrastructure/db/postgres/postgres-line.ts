import pg from 'pg'
import { randomText } from '../../keys/random.ts'
import type { LineListener, ProcessLine } from '../process-line.ts'

/** Channels belong to a database, in which each forum has a schema of its own. */
const channelOf = `select 'parley_' || md5(current_schema()) as name`
/** Milliseconds between two attempts to connect: the first and the longest. */
const firstDelay = 250
const longestDelay = 10_000
/** Milliseconds between two checks of an idle connection, and for its answer. */
const checkInterval = 10_000
const answerTimeout = 5000
/** Messages that wait for the connection; beyond, all are given up. */
const maximumWaiting = 2000
/** Bytes of the prefix that names the process. */
const idLength = 12

/** Says that messages of this process were lost. */
const lost = 'lost'

/** The line between processes, by `LISTEN` and `NOTIFY` on a connection of its own. It connects on first use. */
export class PostgresLine implements ProcessLine {
  readonly #url: string
  readonly #id = randomText(idLength)
  #listener: LineListener | undefined
  #client: pg.Client | undefined
  #channel = ''
  #connecting: Promise<void> | undefined
  #isOpen = false
  #isClosed = false
  #waiting: string[] = []
  #sending: Promise<void> | undefined
  #delay = firstDelay
  #retry: NodeJS.Timeout | undefined
  #check: NodeJS.Timeout | undefined

  constructor(url: string) {
    this.#url = url
  }

  get isDeaf(): boolean {
    return this.#listener !== undefined && !this.#isOpen
  }

  listen(listener: LineListener): void {
    this.#listener = listener
    // What others told before is missing.
    if (this.#isOpen) listener.onLoss()
    else this.#connect()
  }

  send(messages: readonly string[]): void {
    if (this.#isClosed || messages.length === 0) return
    if (this.#waiting.length > maximumWaiting) this.#waiting = [lost]
    else this.#waiting.push(...messages)
    if (this.#isOpen) this.#sendWaiting()
    else if (!this.#retry) this.#connect()
  }

  /** Sends what waits, and ends the connection. */
  async close(): Promise<void> {
    clearTimeout(this.#retry)
    await this.#connecting
    await this.#sending
    this.#isClosed = true
    clearTimeout(this.#retry)
    clearInterval(this.#check)
    const client = this.#client
    this.#client = undefined
    this.#isOpen = false
    await client?.end().catch(() => {})
  }

  #connect(): void {
    if (this.#isClosed || this.#isOpen) return
    this.#connecting ??= this.#open().finally(() => {
      this.#connecting = undefined
    })
  }

  async #open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: answerTimeout,
      query_timeout: answerTimeout,
      keepAlive: true,
    })
    client.on('error', () => this.#handleLoss(client))
    client.on('end', () => this.#handleLoss(client))
    client.on('notification', ({ payload = '' }) => this.#handleMessage(payload))
    this.#client = client
    try {
      await client.connect()
      const { rows } = await client.query<{ name: string }>(channelOf)
      this.#channel = rows[0]?.name ?? ''
      await client.query(`listen ${pg.escapeIdentifier(this.#channel)}`)
      if (this.#client === client) this.#handleOpen(client)
      else await client.end()
    } catch {
      this.#handleLoss(client)
    }
  }

  #handleOpen(client: pg.Client): void {
    this.#isOpen = true
    this.#delay = firstDelay
    this.#check = setInterval(() => {
      client.query('select 1').catch(() => this.#handleLoss(client))
    }, checkInterval).unref()
    // What others told before is missing.
    this.#listener?.onLoss()
    this.#sendWaiting()
  }

  #handleLoss(client: pg.Client): void {
    if (this.#client !== client || this.#isClosed) return
    this.#client = undefined
    const wasOpen = this.#isOpen
    this.#isOpen = false
    clearInterval(this.#check)
    client.end().catch(() => {})
    if (wasOpen) {
      this.#waiting = [lost]
      this.#listener?.onLoss()
    }
    // A command that only sends connects again when it has something to send.
    if (!this.#listener && this.#waiting.length === 0) return
    this.#retry = setTimeout(
      () => {
        this.#retry = undefined
        this.#connect()
      },
      this.#delay * (0.5 + Math.random() / 2),
    ).unref()
    this.#delay = Math.min(this.#delay * 2, longestDelay)
  }

  #handleMessage(payload: string): void {
    if (payload.slice(0, idLength) === this.#id) return
    const message = payload.slice(idLength)
    if (message === lost) this.#listener?.onLoss()
    else this.#listener?.onMessage(message)
  }

  /** Sends what waits in one statement: meanwhile the next messages gather. */
  #sendWaiting(): void {
    const client = this.#client
    if (this.#sending || !client || this.#waiting.length === 0) return
    const messages = [...new Set(this.#waiting.splice(0))].map((message) => `${this.#id}${message}`)
    this.#sending = client
      .query('select pg_notify($1, message) from unnest($2::text[]) as message', [this.#channel, messages])
      .then(
        () => {},
        () => this.#handleLoss(client),
      )
      .finally(() => {
        this.#sending = undefined
        if (this.#isOpen) this.#sendWaiting()
      })
  }
}
