import type { SentEvent } from './delivery.ts'

interface RecentEvent {
  /** Its place in the order of this process. */
  number: number
  event: SentEvent
  at: number
}

/** Milliseconds for which events are kept. */
export const keptMs = 300_000
const maximumEvents = 1000

/** The events of the last five minutes, for browsers whose connection broke meanwhile. */
export class RecentEvents {
  readonly #events: RecentEvent[] = []
  readonly #now: () => number
  #last = 0

  /** @param now returns milliseconds that only grow. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** The number of the newest event; 0 before the first one. */
  get last(): number {
    return this.#last
  }

  /** Adds an event, and returns its number. */
  add(event: SentEvent): number {
    this.#last += 1
    this.#events.push({ number: this.#last, event, at: this.#now() })
    this.#forgetOld()
    return this.#last
  }

  /** Forgets all events, also one that was never added: no position is up to date any more. */
  clear(): void {
    this.#last += 1
    this.#events.length = 0
  }

  /** Returns the events behind a number; undefined if some of them are forgotten, or if there is no such number. */
  after(number: number): readonly RecentEvent[] | undefined {
    if (number === this.#last) return []
    this.#forgetOld()
    const first = this.#events[0]?.number ?? Number.POSITIVE_INFINITY
    return number < this.#last && number >= first - 1 ? this.#events.slice(number + 1 - first) : undefined
  }

  #forgetOld(): void {
    const oldest = this.#now() - keptMs
    const firstKept = this.#events.findIndex(({ at }) => at >= oldest)
    const surplus = this.#events.length - maximumEvents
    this.#events.splice(0, Math.max(surplus, firstKept === -1 ? this.#events.length : firstKept))
  }
}
