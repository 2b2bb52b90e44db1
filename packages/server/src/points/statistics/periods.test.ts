import { expect, test } from 'vitest'
import { secondsOf, shift, startOf, timeOf, type Unit } from './periods.ts'

const begin = (unit: Unit, time: string) => timeOf(startOf(unit, secondsOf(time)))
const later = (unit: Unit, time: string, steps: number) =>
  timeOf(shift(unit, startOf(unit, secondsOf(time)), steps))

test('periods begin at the hour, at midnight, on Monday and on the first of the month, in UTC', () => {
  const time = '2026-03-01T13:59:59.999Z' // A Sunday.
  expect(begin('hour', time)).toBe('2026-03-01T13:00:00.000Z')
  expect(begin('day', time)).toBe('2026-03-01T00:00:00.000Z')
  expect(begin('week', time)).toBe('2026-02-23T00:00:00.000Z')
  expect(begin('month', time)).toBe('2026-03-01T00:00:00.000Z')
  expect(begin('week', '2026-03-02T00:00:00.000Z')).toBe('2026-03-02T00:00:00.000Z')
})

test('periods before 1970 and in the first century begin as all others', () => {
  expect(begin('hour', '1969-12-31T23:30:00.000Z')).toBe('1969-12-31T23:00:00.000Z')
  expect(begin('day', '1969-12-31T23:30:00.000Z')).toBe('1969-12-31T00:00:00.000Z')
  expect(begin('week', '1970-01-01T00:00:00.000Z')).toBe('1969-12-29T00:00:00.000Z')
  expect(begin('month', '0031-12-24T00:00:00.000Z')).toBe('0031-12-01T00:00:00.000Z')
})

test('months have different lengths', () => {
  expect(later('month', '2024-01-31T12:00:00.000Z', 1)).toBe('2024-02-01T00:00:00.000Z')
  expect(later('month', '2024-01-31T12:00:00.000Z', -1)).toBe('2023-12-01T00:00:00.000Z')
  expect(later('day', '2024-02-28T12:00:00.000Z', 1)).toBe('2024-02-29T00:00:00.000Z')
  expect(later('week', '2024-02-28T12:00:00.000Z', -1)).toBe('2024-02-19T00:00:00.000Z')
})
