import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { features } from '../../assembly/features.ts'
import { addressKey, createRateLimits, RateCounters } from './rate-limits.ts'

const declared = new Map([['registrationsPerAddress', { points: 2, seconds: 60 }]])
const once = { registrationsPerAddress: { points: 1, seconds: 60 } }

test('an IPv6 visitor is a network, not an address', () => {
  expect(addressKey('10.0.0.1')).toBe('10.0.0.1')
  expect(addressKey('2001:db8:0:1:1:2:3:4')).toBe('2001:db8:0:1')
  expect(addressKey('2001:0DB8::ffff:1')).toBe('2001:db8:0:0')
  expect(addressKey('::1')).toBe('0:0:0:0')
})

test('limits count what is taken, and not what is refunded', async () => {
  const limits = createRateLimits(declared)
  const take = () => limits.take('registrationsPerAddress', 'a')
  expect(await limits.wait('registrationsPerAddress', 'a')).toBeUndefined()
  expect({ first: await take(), second: await take() }).toEqual({ first: undefined, second: undefined })
  expect(await limits.wait('registrationsPerAddress', 'a')).toBe(60)
  expect(await take()).toBe(60)
  await limits.refund('registrationsPerAddress', 'a')
  expect(await limits.wait('registrationsPerAddress', 'a')).toBeUndefined()
  expect({ first: await take(), second: await take() }).toEqual({ first: undefined, second: 60 })
  expect(await limits.wait('registrationsPerAddress', 'b')).toBeUndefined()
})

test('a wait is never longer than the limit, and the time of day does not matter', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2024-01-01T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const limits = createRateLimits(declared, once, new RateCounters(() => 7000))
  expect(await limits.take('registrationsPerAddress', 'a')).toBeUndefined()
  for (const time of ['2024-01-01T11:00:00Z', '2024-01-02T12:00:00Z']) {
    vi.setSystemTime(new Date(time))
    expect(await limits.take('registrationsPerAddress', 'a')).toBe(60)
    expect(await limits.wait('registrationsPerAddress', 'a')).toBe(60)
    expect(await limits.attempt([['registrationsPerAddress', 'a']], async () => 'in')).toEqual({ wait: 60 })
  }
})

test('limits that are off never make a client wait', async () => {
  const limits = createRateLimits(declared, 'off')
  for (let i = 0; i < 100; i++) expect(await limits.take('failedLoginsPerAccount', 'a')).toBeUndefined()
})

test('counts outlive a rate limiter, also under changed declarations', async () => {
  const counters = new RateCounters()
  const first = createRateLimits(declared, {}, counters)
  await first.take('registrationsPerAddress', 'a')
  const second = createRateLimits(
    new Map([...declared, ['others', { points: 5, seconds: 60 }]]),
    once,
    counters,
  )
  expect(await second.take('registrationsPerAddress', 'a')).toBe(60)
})

test('a limit that no enabled extension declares cannot be used', async () => {
  const limits = createRateLimits(declared, { searchesPerAccount: { points: 1, seconds: 60 } })
  await expect(limits.take('searchesPerAccount', 'a')).rejects.toThrow(
    "No enabled extension declares the limit 'searchesPerAccount'",
  )
})

test('docs/operations.md lists every limit with its default', () => {
  const page = readFileSync(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8')
  const limits = features.flatMap(({ declaration }) => Object.entries(declaration.rateLimits ?? {}))
  expect(limits).not.toEqual([])
  for (const [name, { points, seconds }] of limits) {
    expect(page).toMatch(new RegExp(`^\\| \`${name}\` +\\| ${points} in ${seconds} s `, 'm'))
  }
})
