import type { StoreRecord } from '@parley/client'
import { expect, test } from 'vitest'
import { choiceOf, endOfChoice } from './choice.ts'

type User = StoreRecord<'users'>

const now = new Date('2026-01-31T08:00:00Z')
const suspendedUntil = (end: string | null) => ({ suspendedUntil: end }) as User

test.each([
  [null, { status: 'none', days: 1 }],
  ['2026-01-31T08:00:00+00:00', { status: 'none', days: 1 }],
  ['2026-01-31T08:00:01+00:00', { status: 'limited', days: 1 }],
  ['2026-02-02T07:00:00+00:00', { status: 'limited', days: 2 }],
  ['2026-02-02T09:00:00+00:00', { status: 'limited', days: 3 }],
  ['2038-01-01T00:00:00+00:00', { status: 'indefinite', days: 1 }],
  ['9999-12-31T23:59:59+00:00', { status: 'indefinite', days: 1 }],
] as const)('the form begins with %s as %o', (end, choice) => {
  expect(choiceOf(suspendedUntil(end), now)).toEqual(choice)
})

test('the end follows from the choice: none, a number of days, or 2038', () => {
  const free = suspendedUntil(null)
  expect(endOfChoice({ status: 'none', days: 3 }, free, now)).toBeNull()
  expect(endOfChoice({ status: 'indefinite', days: 3 }, free, now)).toBe('2038-01-01T00:00:00+00:00')
  expect(endOfChoice({ status: 'limited', days: 3 }, free, now)).toBe('2026-02-03T08:00:00.000Z')
  expect(endOfChoice({ status: 'limited', days: -3 }, free, now)).toBe(now.toISOString())
  expect(endOfChoice({ status: 'limited', days: 1e9 }, free, now)).toMatch(/^2126-/)
})

test('a limited suspension keeps its end while its days are left as they are', () => {
  const end = '2026-02-02T09:00:00+00:00'
  expect(endOfChoice({ status: 'limited', days: 3 }, suspendedUntil(end), now)).toBe(end)
  expect(endOfChoice({ status: 'limited', days: 4 }, suspendedUntil(end), now)).toBe(
    '2026-02-04T08:00:00.000Z',
  )
})
