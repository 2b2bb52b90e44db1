import { RateLimiterMemory } from 'rate-limiter-flexible'
import { type Attempt, Attempts } from './attempts.ts'

/** What is limited: so many in a time, counted per key. */
export interface Limit {
  points: number
  seconds: number
}

/** The limits of a forum unless it is told otherwise (api-core D8, and searches). */
export const defaultLimits = {
  failedLoginsPerAccount: { points: 20, seconds: 900 },
  failedLoginsPerAddress: { points: 200, seconds: 900 },
  registrationsPerAddress: { points: 60, seconds: 3600 },
  forgottenPerAddress: { points: 120, seconds: 3600 },
  resetMailsPerAccount: { points: 10, seconds: 3600 },
  searchesPerAccount: { points: 120, seconds: 60 },
  searchesPerAddress: { points: 120, seconds: 60 },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof defaultLimits

/** Counts what may not happen too often. */
export interface RateLimits {
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
  ): Promise<Attempt<T>>
}

/** Counters in memory; `off` counts nothing. */
export function createRateLimits(limits: Partial<Record<LimitName, Limit>> | 'off' = {}): RateLimits {
  if (limits === 'off') {
    return {
      wait: async () => undefined,
      take: async () => undefined,
      giveBack: async () => {},
      attempt: async (_keys, judge) => ({ result: await judge() }),
    }
  }
  const entries = Object.entries({ ...defaultLimits, ...limits }) as [LimitName, Limit][]
  const limiters = new Map(
    entries.map(([name, { points, seconds }]) => [
      name,
      { points, limiter: new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }) },
    ]),
  )
  const of = (name: LimitName) => {
    const found = limiters.get(name)
    if (!found) throw new Error(`There is no limit '${name}'`)
    return found
  }
  const attempts = new Attempts()
  return {
    attempt: (keys, judge) =>
      attempts.run(
        keys.map(([name, key]) => {
          const { limiter, points } = of(name)
          return {
            id: `${name} ${key}`,
            points,
            async failures() {
              const state = await limiter.get(key)
              return state
                ? { count: state.consumedPoints, seconds: secondsOf(state) }
                : { count: 0, seconds: 0 }
            },
            fail: async () => void (await limiter.penalty(key)),
          }
        }),
        judge,
      ),
    async wait(name, key) {
      const { limiter, points } = of(name)
      const state = await limiter.get(key)
      return state && state.consumedPoints >= points ? secondsOf(state) : undefined
    },
    async take(name, key) {
      try {
        await of(name).limiter.consume(key)
        return undefined
      } catch (refusal) {
        if (refusal instanceof Error) throw refusal
        // The limiter counts those it refuses, too.
        await of(name).limiter.reward(key)
        return secondsOf(refusal as { msBeforeNext: number })
      }
    },
    giveBack: async (name, key) => void (await of(name).limiter.reward(key)),
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

function secondsOf({ msBeforeNext }: { msBeforeNext: number }): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000))
}
