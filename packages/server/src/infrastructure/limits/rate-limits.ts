import { type AttemptResult, FailureLimiter } from './failure-limiter.ts'
import { WindowCounter } from './window-counter.ts'

/** What is limited: so many in a time, counted per key. */
export interface Limit {
  points: number
  seconds: number
}

/** The limits of a forum unless it is told otherwise (api-core D8, and searches). */
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
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof defaultLimits

/** Counts what may not happen too often. */
export interface RateLimits {
  /** Nothing is limited, the pause between two posts neither. */
  readonly areOff: boolean
  /** Seconds until `key` may try again; undefined when it may now. */
  wait(limit: LimitName, key: string): Promise<number | undefined>
  /** As `wait`, and counts one in the same step when `key` may. */
  take(limit: LimitName, key: string): Promise<number | undefined>
  /** Takes back one that was counted: nothing came of it. */
  giveBack(limit: LimitName, key: string): Promise<void>
  /**
   * Runs `judge`, which counts for each key when it resolves with undefined. Keys that failed too often have to wait. Of
   * many at the same time no more run than may still fail, and the others wait for them: none that is right is refused.
   */
  attempt<T>(
    keys: readonly (readonly [limit: LimitName, key: string])[],
    judge: () => Promise<T | undefined>,
  ): Promise<AttemptResult<T>>
}

/** Counters in memory; `off` counts nothing. `clock` gives milliseconds and never goes back. */
export function createRateLimits(
  limits: Partial<Record<LimitName, Limit>> | 'off' = {},
  clock?: () => number,
): RateLimits {
  if (limits === 'off') {
    return {
      areOff: true,
      wait: async () => undefined,
      take: async () => undefined,
      giveBack: async () => {},
      attempt: async (_keys, judge) => ({ result: await judge() }),
    }
  }
  const entries = Object.entries({ ...defaultLimits, ...limits }) as [LimitName, Limit][]
  const counters = new Map(
    entries.map(([name, { points, seconds }]) => [
      name,
      { points, counter: new WindowCounter(seconds, clock) },
    ]),
  )
  const of = (name: LimitName) => {
    const found = counters.get(name)
    if (!found) throw new Error(`There is no limit '${name}'`)
    return found
  }
  const secondsToWait = (name: LimitName, key: string) => {
    const { counter, points } = of(name)
    const { count, seconds } = counter.read(key)
    return count >= points ? seconds : undefined
  }
  const attempts = new FailureLimiter()
  return {
    areOff: false,
    attempt: (keys, judge) =>
      attempts.run(
        keys.map(([name, key]) => {
          const { counter, points } = of(name)
          return {
            id: `${name} ${key}`,
            points,
            failures: async () => counter.read(key),
            fail: async () => counter.add(key),
          }
        }),
        judge,
      ),
    wait: async (name, key) => secondsToWait(name, key),
    async take(name, key) {
      const seconds = secondsToWait(name, key)
      if (seconds === undefined) of(name).counter.add(key)
      return seconds
    },
    giveBack: async (name, key) => of(name).counter.subtract(key),
  }
}

/** What stands for an address in counters: of IPv6 the network, since one visitor has all addresses in it. */
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
