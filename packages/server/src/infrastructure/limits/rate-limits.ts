import { type AttemptResult, FailureLimiter } from './failure-limiter.ts'
import { WindowCounter } from './window-counter.ts'

/** How many actions one key may make within a time. */
export interface Limit {
  points: number
  seconds: number
}

/** The default limits of a forum (api-core D8, and searches). */
export const defaultLimits = {
  failedLoginsPerName: { points: 20, seconds: 900 },
  failedLoginsPerAccount: { points: 20, seconds: 900 },
  failedLoginsPerAddress: { points: 200, seconds: 900 },
  registrationsPerAddress: { points: 60, seconds: 3600 },
  refusedNamesPerAddress: { points: 120, seconds: 3600 },
  forgottenPerAddress: { points: 120, seconds: 3600 },
  resetMailsPerAccount: { points: 10, seconds: 3600 },
  searchesPerAccount: { points: 120, seconds: 60 },
  searchesPerAddress: { points: 120, seconds: 60 },
  extensionErrorsPerAddress: { points: 30, seconds: 3600 },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof defaultLimits

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

/** Creates a rate limiter with counters in memory; `off` counts nothing. `clock` is monotonic, in milliseconds. */
export function createRateLimits(
  limits: Partial<Record<LimitName, Limit>> | 'off' = {},
  clock?: () => number,
): RateLimits {
  if (limits === 'off') {
    return {
      areOff: true,
      wait: async () => undefined,
      take: async () => undefined,
      refund: async () => {},
      attempt: async (_keys, check) => ({ result: await check() }),
    }
  }
  const entries = Object.entries({ ...defaultLimits, ...limits }) as [LimitName, Limit][]
  const counters = new Map(
    entries.map(([name, { points, seconds }]) => [
      name,
      { points, counter: new WindowCounter(seconds, clock) },
    ]),
  )
  const counterOf = (name: LimitName) => {
    const found = counters.get(name)
    if (!found) throw new Error(`There is no limit '${name}'`)
    return found
  }
  const secondsToWait = (name: LimitName, key: string) => {
    const { counter, points } = counterOf(name)
    const { count, seconds } = counter.read(key)
    return count >= points ? seconds : undefined
  }
  const failureLimiter = new FailureLimiter()
  return {
    areOff: false,
    attempt: (keys, check) =>
      failureLimiter.run(
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
