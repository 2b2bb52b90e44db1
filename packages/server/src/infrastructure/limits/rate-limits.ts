import { type AttemptResult, FailureLimiter } from './failure-limiter.ts'
import type { RateLimitNames } from './rate-limit-names.ts'
import { WindowCounter } from './window-counter.ts'

/** How many actions one key may make within a time. */
export interface Limit {
  points: number
  seconds: number
}

export type LimitName = keyof RateLimitNames & string

/** The limits of a forum that operators have changed, by name; 'off' for no limits at all. */
export type ChangedLimits = Readonly<Record<string, Limit>> | 'off'

/** The rate limiter of a forum. */
export interface RateLimits {
  /** Whether nothing is limited, including the pause between two posts. */
  readonly areOff: boolean
  /** Returns the seconds until `key` may act again; undefined if it may now. */
  wait(limit: LimitName, key: string): Promise<number | undefined>
  /** As `wait`, and counts an action in the same step if `key` may act. */
  take(limit: LimitName, key: string): Promise<number | undefined>
  /** Uncounts an action that came to nothing. */
  refund(limit: LimitName, key: string): Promise<void>
  /**
   * Runs `check`, and counts a failure for each key when it resolves with undefined. Keys with too many failures have to
   * wait. Of concurrent attempts no more run than may still fail, and the others wait for them: no right attempt is refused.
   */
  attempt<T>(
    keys: readonly (readonly [limit: LimitName, key: string])[],
    check: () => Promise<T | undefined>,
  ): Promise<AttemptResult<T>>
}

/** The counts of actions and failures, which outlive the rate limiters of single builds. */
export class RateCounters {
  readonly failures = new FailureLimiter()
  readonly #clock: (() => number) | undefined
  readonly #counters = new Map<string, WindowCounter>()

  /** @param clock monotonic, in milliseconds. */
  constructor(clock?: () => number) {
    this.#clock = clock
  }

  /** Returns the counter of a limit. */
  of(name: string, seconds: number): WindowCounter {
    const id = `${name} ${seconds}`
    const counter = this.#counters.get(id) ?? new WindowCounter(seconds, this.#clock)
    this.#counters.set(id, counter)
    return counter
  }
}

/** Creates a rate limiter for declared limits. `changed` overrides some of them; 'off' counts nothing. */
export function createRateLimits(
  declared: ReadonlyMap<string, Limit>,
  changed: ChangedLimits = {},
  counters: RateCounters = new RateCounters(),
): RateLimits {
  if (changed === 'off') {
    return {
      areOff: true,
      wait: async () => undefined,
      take: async () => undefined,
      refund: async () => {},
      attempt: async (_keys, check) => ({ result: await check() }),
    }
  }
  const counterOf = (name: LimitName) => {
    const limit = changed[name] ?? declared.get(name)
    if (!declared.has(name) || !limit) throw new Error(`No enabled extension declares the limit '${name}'`)
    return { points: limit.points, counter: counters.of(name, limit.seconds) }
  }
  const secondsToWait = (name: LimitName, key: string) => {
    const { counter, points } = counterOf(name)
    const { count, seconds } = counter.read(key)
    return count >= points ? seconds : undefined
  }
  return {
    areOff: false,
    attempt: (keys, check) =>
      counters.failures.run(
        keys.map(([name, key]) => {
          const { counter, points } = counterOf(name)
          return {
            id: `${name} ${key}`,
            points,
            failures: async () => counter.read(key),
            fail: async () => counter.add(key),
          }
        }),
        check,
      ),
    wait: async (name, key) => secondsToWait(name, key),
    async take(name, key) {
      const seconds = secondsToWait(name, key)
      if (seconds === undefined) counterOf(name).counter.add(key)
      return seconds
    },
    refund: async (name, key) => counterOf(name).counter.subtract(key),
  }
}

/** Returns the key of an address in counters: for IPv6 its /64 network, since one visitor has all addresses in it. */
export function addressKey(ip: string): string {
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.split('::')
  const front = head.split(':').filter(Boolean)
  const back = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  const groups = tail === undefined ? front : [...front, ...zeros, ...back]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')
}
