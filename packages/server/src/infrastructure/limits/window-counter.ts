import { createHash } from 'node:crypto'

/** So many keys at once: more than that, and the oldest window is forgotten early. */
const maximumKeys = 100_000

/** Longer keys are kept as their hash. */
const longestKey = 64

interface Window {
  count: number
  /** On the monotonic clock, in milliseconds. */
  endsAt: number
}

/**
 * Counts per key, in windows that begin with the first count and have a fixed length. Its clock is monotonic: setting the
 * time of the machine neither shortens nor lengthens a window. Memory is bounded, whatever the keys are.
 */
export class WindowCounter {
  readonly #milliseconds: number
  readonly #clock: () => number
  // All windows have the same length, so the first in the map is the first to end.
  readonly #windows = new Map<string, Window>()

  /** `clock` gives milliseconds and never goes back. */
  constructor(seconds: number, clock: () => number = () => performance.now()) {
    this.#milliseconds = seconds * 1000
    this.#clock = clock
  }

  /** Number of keys that are counted at this moment. */
  get size(): number {
    this.#forget(this.#clock())
    return this.#windows.size
  }

  /** The count of a key, and the whole seconds until it is forgotten: at least 1 and at most the length of a window. */
  read(key: string): { count: number; seconds: number } {
    const now = this.#clock()
    this.#forget(now)
    const window = this.#windows.get(shortKey(key))
    if (!window) return { count: 0, seconds: 0 }
    return { count: window.count, seconds: Math.max(1, Math.ceil((window.endsAt - now) / 1000)) }
  }

  add(key: string): void {
    const now = this.#clock()
    this.#forget(now)
    const short = shortKey(key)
    const window = this.#windows.get(short)
    if (window) {
      window.count += 1
      return
    }
    if (this.#windows.size >= maximumKeys) this.#windows.delete(this.#windows.keys().next().value ?? '')
    this.#windows.set(short, { count: 1, endsAt: now + this.#milliseconds })
  }

  /** Takes one back, if there is one. */
  subtract(key: string): void {
    const window = this.#windows.get(shortKey(key))
    if (window && window.count > 0) window.count -= 1
  }

  #forget(now: number): void {
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt > now) return
      this.#windows.delete(key)
    }
  }
}

function shortKey(key: string): string {
  return key.length <= longestKey ? key : createHash('sha256').update(key).digest('base64url')
}
