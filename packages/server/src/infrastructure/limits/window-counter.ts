import { createHash } from 'node:crypto'

/** The number of keys beyond which the oldest window is evicted early. */
const maximumKeys = 100_000

/** The length beyond which a key is stored as its hash. */
const longestKey = 64

interface Window {
  count: number
  /** On the monotonic clock, in milliseconds. */
  endsAt: number
}

/**
 * Counts per key, in fixed-length windows that begin with the first count. The clock is monotonic: setting the time of the
 * machine neither shortens nor lengthens a window. Memory is bounded for any keys.
 */
export class WindowCounter {
  readonly #milliseconds: number
  readonly #clock: () => number
  // All windows have the same length, so they end in the order of the map.
  readonly #windows = new Map<string, Window>()

  /** @param clock a monotonic clock, in milliseconds. */
  constructor(seconds: number, clock: () => number = () => performance.now()) {
    this.#milliseconds = seconds * 1000
    this.#clock = clock
  }

  /** Number of keys with a window now. */
  get size(): number {
    this.#evictEnded(this.#clock())
    return this.#windows.size
  }

  /** Returns the count of a key, and the whole seconds until its window ends: from 1 to the length of a window. */
  read(key: string): { count: number; seconds: number } {
    const now = this.#clock()
    this.#evictEnded(now)
    const window = this.#windows.get(shortKey(key))
    if (!window) return { count: 0, seconds: 0 }
    return { count: window.count, seconds: Math.max(1, Math.ceil((window.endsAt - now) / 1000)) }
  }

  add(key: string): void {
    const now = this.#clock()
    this.#evictEnded(now)
    const short = shortKey(key)
    const window = this.#windows.get(short)
    if (window) {
      window.count += 1
      return
    }
    if (this.#windows.size >= maximumKeys) this.#windows.delete(this.#windows.keys().next().value ?? '')
    this.#windows.set(short, { count: 1, endsAt: now + this.#milliseconds })
  }

  /** Decrements the count of a key, if it has one. */
  subtract(key: string): void {
    const window = this.#windows.get(shortKey(key))
    if (window && window.count > 0) window.count -= 1
  }

  #evictEnded(now: number): void {
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt > now) return
      this.#windows.delete(key)
    }
  }
}

function shortKey(key: string): string {
  return key.length <= longestKey ? key : createHash('sha256').update(key).digest('base64url')
}
