import { expect, test } from 'vitest'
import type { Limit } from '../../infrastructure/limits/rate-limits.ts'
import { readEnvironment } from './env.ts'
import { requireKnownLimits } from './known-limits.ts'

declare module '../../infrastructure/limits/rate-limit-names.ts' {
  interface RateLimitNames {
    waves: true
  }
}

const limit: Limit = { points: 1, seconds: 1 }
const waving = { id: 'waving', title: '', version: '', declaration: { rateLimits: { waves: limit } } }

test('limits of the core and of installed extensions are known, others are a fault of the environment', () => {
  const require = (names: string[], installed = [waving]) =>
    requireKnownLimits({ rateLimits: Object.fromEntries(names.map((name) => [name, limit])) }, installed)
  expect(() => require(['failedLoginsPerName', 'waves'])).not.toThrow()
  expect(() => require(['waves'], [])).toThrow(/- RATE_LIMITS must name some of .*; 'waves' is none$/)
  expect(() => require(['constructor'])).toThrow("'constructor' is none")
  const { rateLimits } = readEnvironment({ RATE_LIMITS: '__proto__=1/1' })
  expect(() => requireKnownLimits({ rateLimits }, [])).toThrow("'__proto__' is none")
  expect(() => requireKnownLimits({ rateLimits: 'off' }, [])).not.toThrow()
})

test('while an extension is not loaded, unknown limits may be its own', () => {
  const broken = { ...waving, declaration: {}, fault: 'is not loaded in safe mode' }
  expect(() => requireKnownLimits({ rateLimits: { waves: limit } }, [broken])).not.toThrow()
})
