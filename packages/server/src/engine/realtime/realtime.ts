import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { TableChange } from '../../infrastructure/db/changes.ts'
import type { Context, Log } from '../../points/context/context.ts'
import { changedRows } from './changed-rows.ts'
import { type Delivery, deliver, type LoadActors, type SentEvent } from './delivery.ts'
import { type Follower, Followers } from './followers.ts'
import { Positions } from './positions.ts'
import { keptMs, type RecentEvent, RecentEvents } from './recent-events.ts'
import { isTopic, readRequest } from './requests.ts'
import type { Upgrade } from './upgrades.ts'

/** Bounds on the browsers that are connected for real time. */
export interface RealtimeLimits {
  /** Maximum number of connections, in total and per address. */
  connections: number
  connectionsPerAddress: number
  /** Milliseconds between two heartbeats: a browser that has not answered by the next one is gone. */
  heartbeatMs: number
  /** Milliseconds for which events are gathered before they are delivered, so that the answer to their writer goes first. */
  gatherMs: number
}

const defaultLimits: RealtimeLimits = {
  connections: 10_000,
  connectionsPerAddress: 1000,
  heartbeatMs: 30_000,
  gatherMs: 20,
}

const maximumMessageBytes = 4096
/** Messages that a browser may send between two heartbeats. */
const maximumSent = 200
/** Unsent bytes at which a browser that does not read is disconnected. */
const maximumUnsentBytes = 65_536
/** Events that a browser may have missed, of a topic and in all between two heartbeats; beyond, it loads its page again. */
const maximumMissed = 100
const maximumResent = 300
/** Milliseconds that the end of the process waits for a delivery. */
const closeTimeoutMs = 5000
/** Rows of a type that stand for unknown ones. */
const maximumFollowedRows = 200

/** Codes with which connections end. */
const closeCodes = { restart: 1012, policy: 1008, sessionEnded: 4401, switchedOff: 4404 } as const

/** What real time needs of the forum. */
export interface RealtimeServices {
  /** A context of the current build with all permissions; undefined while nothing may be delivered. */
  context(): Context | undefined
  /** Whether administrators have it switched on. */
  isOn(): boolean
  loadActors: LoadActors
  /** Returns which of these access tokens are still valid. */
  livingTokens(context: Context, ids: readonly number[]): Promise<ReadonlySet<number>>
  /** The table of the access tokens. */
  tokenTable: string
  log: Log
}

/** What a browser missed: the events of topics behind a number, under '' those of all that it follows. */
type Missed = Map<string, number>
const allTopics = ''

/** Who connects. */
export type Visitor = Pick<Follower, 'accountId' | 'tokenId' | 'address'>

/** The real time of one process: its connected browsers, and the delivery of events to them. It outlives builds. */
export class Realtime {
  readonly #positions = new Positions()
  readonly #services: RealtimeServices
  readonly #limits: RealtimeLimits
  readonly #followers = new Followers()
  readonly #recent = new RecentEvents()
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: maximumMessageBytes,
  })
  #events: SentEvent[] = []
  #changes: TableChange[] = []
  #missed = new Map<Follower, Missed>()
  #hasEndedSessions = false
  /** Something was not delivered: browsers load what they show again with the next delivery. */
  #mustRefresh = false
  #lastLeftAt = Number.NEGATIVE_INFINITY
  #gathering: NodeJS.Timeout | undefined
  #delivering = Promise.resolve()
  #heartbeat: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(services: RealtimeServices, limits: Partial<RealtimeLimits> = {}) {
    this.#services = services
    this.#limits = { ...defaultLimits, ...limits }
  }

  /** The number of connected browsers. */
  get connections(): number {
    return this.#followers.size
  }

  /** Whether administrators have it switched on. */
  get isOn(): boolean {
    return this.#services.isOn()
  }

  /** Whether another browser of an address may connect. */
  hasRoom(address: string): boolean {
    const { connections, connectionsPerAddress } = this.#limits
    const { size } = this.#followers
    return !this.#isClosed && size < connections && this.#followers.countOf(address) < connectionsPerAddress
  }

  /** Makes a WebSocket of a request. The caller has checked who asks, and that there is room. */
  accept(request: IncomingMessage, { socket, head, handleDone }: Upgrade, visitor: Visitor): void {
    this.#server.handleUpgrade(request, socket, head, (connection) => {
      handleDone()
      this.#add(connection, visitor)
    })
  }

  /** Delivers an event, soon. */
  publish(event: SentEvent): void {
    if (!this.#isFollowed()) return
    this.#events.push(event)
    this.#gather()
  }

  /** Tells the browsers that see the changed rows, soon. */
  noteChanges(changes: readonly TableChange[]): void {
    if (!this.#isFollowed()) return
    const { tokenTable } = this.#services
    if (changes.some(({ table, kind }) => table === tokenTable && kind === 'delete')) {
      this.#hasEndedSessions = true
    }
    this.#changes.push(...changes)
    this.#gather()
  }

  /** Tells every browser to load what it shows again, because something may have been missed. */
  refreshAll(): void {
    for (const follower of this.#followers) this.#sendOwn(follower, 'refresh')
  }

  /** Ends every connection if real time was switched off. */
  adoptSettings(): void {
    if (!this.isOn) this.#disconnectAll(closeCodes.switchedOff)
  }

  /** Resolves when everything that was published before is delivered. */
  async settled(): Promise<void> {
    if (this.#gathering !== undefined) {
      clearTimeout(this.#gathering)
      this.#beginDelivery()
    }
    await this.#delivering
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#heartbeat)
    clearTimeout(this.#gathering)
    this.#disconnectAll(closeCodes.restart)
    for (const { socket } of this.#followers) socket.terminate()
    await Promise.race([this.#delivering, sleep(closeTimeoutMs, undefined, { ref: false })])
  }

  /** Whether some browser is connected, or may come back and ask what it missed. Otherwise nothing is kept. */
  #isFollowed(): boolean {
    if (this.#followers.size > 0 || performance.now() - this.#lastLeftAt < keptMs) return true
    this.#recent.clear()
    return false
  }

  #add(socket: WebSocket, visitor: Visitor): void {
    const { accountId } = visitor
    const topics = new Set(accountId === 0 ? [] : [`user:${accountId}`])
    const follower: Follower = {
      ...visitor,
      socket,
      topics,
      isAlive: true,
      sent: 0,
      resent: 0,
      mayResume: true,
    }
    this.#followers.add(follower)
    this.#heartbeat ??= setInterval(() => this.#beat(), this.#limits.heartbeatMs).unref()
    socket.on('message', (data, isBinary) => this.#handleMessage(follower, data, isBinary))
    socket.on('pong', () => {
      follower.isAlive = true
    })
    // For example a message that is too large: the connection ends then.
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#followers.remove(follower)
      this.#lastLeftAt = performance.now()
    })
    this.#sendOwn(follower, 'hello', { userId: accountId === 0 ? null : String(accountId) })
  }

  #handleMessage(follower: Follower, data: RawData, isBinary: boolean): void {
    follower.sent += 1
    const isRefused = isBinary || follower.sent > maximumSent
    const request = isRefused ? undefined : readRequest(String(data))
    if (!request) {
      follower.socket.close(closeCodes.policy)
      return
    }
    const context = this.#services.context()
    if (!context) {
      // Nothing is delivered for now: it comes back later.
      follower.socket.close(closeCodes.restart)
      return
    }
    const declared = context.forum.points.realtime.topics
    const topics = new Set(request.topics.filter((topic) => isTopic(topic, declared)))
    if (follower.accountId !== 0) topics.add(`user:${follower.accountId}`)
    this.#followers.follow(follower, topics)
    if (request.after !== undefined && follower.mayResume) {
      this.#resend(follower, this.#positions.read(request.after))
    } else {
      const read = Object.entries(request.ages ?? {}).filter(([topic]) => topics.has(topic))
      read.every(([topic, age]) => this.#resend(follower, this.#recent.before(age), topic))
    }
    follower.mayResume = false
  }

  /** Sends what a browser missed; if that is not known any more, it loads its page again. @returns whether it is known. */
  #resend(follower: Follower, after: number | undefined, topic = allTopics): boolean {
    const events = after === undefined ? undefined : this.#recent.after(after)
    const missed = events?.filter(({ topics }) => topic === allTopics || (topics?.includes(topic) ?? true))
    const count = missed?.length ?? 0
    const isTooMuch = count > maximumMissed || follower.resent + count > maximumResent
    if (after === undefined || !missed || isTooMuch) {
      this.#sendOwn(follower, 'refresh')
      return false
    }
    follower.resent += count
    if (missed.length > 0) {
      const ofFollower = this.#missed.get(follower) ?? new Map()
      this.#missed.set(follower, ofFollower)
      keepLeast(ofFollower, topic, after)
      this.#gather()
    }
    return true
  }

  #gather(): void {
    if (this.#isClosed) return
    this.#gathering ??= setTimeout(() => this.#beginDelivery(), this.#limits.gatherMs)
  }

  /** Delivers what was gathered, behind what is being delivered. */
  #beginDelivery(): void {
    this.#gathering = undefined
    this.#delivering = this.#delivering
      .then(() => this.#deliver())
      .catch((error: unknown) => {
        this.#services.log.error({ err: error }, 'Events of real time were not delivered')
        this.#mustRefresh = true
      })
  }

  async #deliver(): Promise<void> {
    const events = this.#events.splice(0)
    const changes = this.#changes.splice(0)
    const missed = this.#missed
    this.#missed = new Map()
    const context = this.#services.context()
    if (!context) {
      this.#disconnectAll(closeCodes.restart)
      return
    }
    if (this.#hasEndedSessions) await this.#closeEndedSessions(context)
    const { points } = context.forum
    const rows = changedRows(changes, points, (type) => this.#followedRows(type, context))
    if (this.#mustRefresh) {
      this.#mustRefresh = false
      this.refreshAll()
    }
    events.push(...rows.map((data) => ({ name: 'changed', data })))
    const deliveries: Delivery[] = this.#deliveriesOf(missed)
    for (const event of events) {
      deliveries.push(this.#deliveryOf(this.#recent.add(event)))
    }
    if (this.#followers.size === 0) return
    await deliver(context, deliveries, {
      followersOf: (topic) => this.#followers.of(topic),
      loadActors: this.#services.loadActors,
      send: (follower, text) => this.#send(follower, text),
      // Its account was deleted.
      end: ({ socket }) => socket.close(closeCodes.sessionEnded),
    })
  }

  /** Each event that some of the browsers missed, for those only. */
  #deliveriesOf(missed: ReadonlyMap<Follower, Missed>): Delivery[] {
    const least: Missed = new Map()
    for (const ofFollower of missed.values())
      for (const [topic, after] of ofFollower) keepLeast(least, topic, after)
    const isMissed = (numbers: Missed | undefined, topic: string, number: number) =>
      (numbers?.get(topic) ?? number) < number || (numbers?.get(allTopics) ?? number) < number
    const events = this.#recent.after(Math.min(...least.values())) ?? []
    return events
      .filter(({ topics = [...least.keys()], number }) =>
        topics.some((topic) => isMissed(least, topic, number)),
      )
      .map((recent) => ({
        ...this.#deliveryOf(recent),
        isFor: (follower, topic) => isMissed(missed.get(follower), topic, recent.number),
      }))
  }

  #deliveryOf(recent: RecentEvent): Delivery {
    return {
      event: recent.event,
      id: this.#positions.write(recent.number),
      handleTopics: (topics) => {
        recent.topics = topics
      },
    }
  }

  /** The followed rows of a type; if these are too many, all browsers load what they show again. */
  #followedRows(type: string, { forum }: Context): number[] {
    const ids = [...forum.points.realtime.topics].flatMap(([name, topic]) =>
      'row' in topic && topic.row === type ? this.#followers.idsOf(name, maximumFollowedRows + 1) : [],
    )
    if (ids.length <= maximumFollowedRows) return ids
    this.#mustRefresh = true
    return []
  }

  async #closeEndedSessions(context: Context): Promise<void> {
    this.#hasEndedSessions = false
    const bound = [...this.#followers].filter(({ tokenId }) => tokenId !== undefined)
    if (bound.length === 0) return
    const ids = new Set(bound.flatMap(({ tokenId }) => tokenId ?? []))
    const living = await this.#services.livingTokens(context, [...ids])
    for (const { tokenId = 0, socket } of bound) {
      if (!living.has(tokenId)) socket.close(closeCodes.sessionEnded)
    }
  }

  /** Ends the connections of browsers that are gone, and of sessions that ended; the others hear that the line works. */
  #beat(): void {
    const text = this.#messageOf('beat')
    for (const follower of this.#followers) {
      const { socket } = follower
      if (!follower.isAlive) {
        socket.terminate()
        continue
      }
      follower.isAlive = false
      follower.sent = 0
      follower.resent = 0
      socket.ping()
      this.#send(follower, text)
    }
    // Sessions also end by themselves.
    this.#hasEndedSessions = true
    if (this.#followers.size > 0) this.#gather()
  }

  #disconnectAll(code: number): void {
    for (const { socket } of this.#followers) socket.close(code)
  }

  #sendOwn(follower: Follower, event: 'hello' | 'refresh', data: object | null = null): void {
    this.#send(follower, this.#messageOf(event, data))
  }

  /** A message of this process itself, with the newest position. */
  #messageOf(event: string, data: object | null = null): string {
    return JSON.stringify({ event, id: this.#positions.write(this.#recent.last), data })
  }

  #send({ socket }: Follower, text: string): void {
    if (socket.bufferedAmount > maximumUnsentBytes) socket.terminate()
    else socket.send(text)
  }
}

function keepLeast(numbers: Missed, topic: string, number: number): void {
  numbers.set(topic, Math.min(number, numbers.get(topic) ?? number))
}
