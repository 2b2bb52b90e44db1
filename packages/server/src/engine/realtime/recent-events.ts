import type { SentEvent } from './delivery.ts'

/** An event that was delivered. */
export interface RecentEvent {
  /** Its place in the order of this process. */
  readonly number: number
  readonly event: SentEvent
  /** Its topics; undefined while it has not been read, since no browser was there. */
  topics?: readonly string[]
  readonly at: number
}

/** Milliseconds for which events are kept. */
export const keptMs = 300_000
const maximumEvents = 1000

/** The events of the last five minutes, for browsers whose connection broke meanwhile. */
export class RecentEvents {
  readonly #events: RecentEvent[] = []
  readonly #now: () => number
  #last = 0
  /** When the newest event was delivered that is not kept. */
  #forgottenAt: number

  /** @param now returns milliseconds that only grow. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#forgottenAt = now()
  }

  /** The number of the newest event; 0 before the first one. */
  get last(): number {
    return this.#last
  }

  add(event: SentEvent): RecentEvent {
    this.#last += 1
    const added: RecentEvent = { number: this.#last, event, at: this.#now() }
    this.#events.push(added)
    this.#forgetOld()
    return added
  }

  /** Forgets all events, also one that was never added: no position is up to date any more. */
  clear(): void {
    this.#last += 1
    this.#events.length = 0
    this.#forgottenAt = this.#now()
  }

  /** Returns the events behind a number; undefined if some of them are forgotten, or if there is no such number. */
  after(number: number): readonly RecentEvent[] | undefined {
    if (number === this.#last) return []
    this.#forgetOld()
    const first = this.#events[0]?.number ?? Number.POSITIVE_INFINITY
    return number < this.#last && number >= first - 1 ? this.#events.slice(number + 1 - first) : undefined
  }

  /** Returns the number of the last event that is older than `age` milliseconds; undefined if newer ones are forgotten. */
  before(age: number): number | undefined {
    this.#forgetOld()
    const oldest = this.#now() - age
    if (this.#forgottenAt >= oldest) return undefined
    const first = this.#events.find(({ at }) => at >= oldest)
    return first ? first.number - 1 : this.#last
  }

  #forgetOld(): void {
    const oldest = this.#now() - keptMs
    const firstKept = this.#events.findIndex(({ at }) => at >= oldest)
    const surplus = this.#events.length - maximumEvents
    const forgotten = this.#events.splice(
      0,
      Math.max(surplus, firstKept === -1 ? this.#events.length : firstKept),
    )
    this.#forgottenAt = forgotten.at(-1)?.at ?? this.#forgottenAt
  }
}
