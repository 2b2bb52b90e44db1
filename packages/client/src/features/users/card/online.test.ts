import { expect, test } from 'vitest'
import { isOnline } from './online.ts'

test('a user is online if they disclose it and were seen in the last five minutes', () => {
  const now = new Date('2026-01-31T08:05:00Z')
  expect(isOnline({ lastSeenAt: '2026-01-31T08:00:01+00:00' }, now)).toBe(true)
  expect(isOnline({ lastSeenAt: '2026-01-31T08:00:00+00:00' }, now)).toBe(false)
  expect(isOnline({ lastSeenAt: null }, now)).toBe(false)
  expect(isOnline({}, now)).toBe(false)
})
