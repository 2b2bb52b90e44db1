import { expect, test } from 'vitest'
import { isOwnRange, readRange, reportPath } from './range.ts'

const path = (query: string) => reportPath(new URLSearchParams(query))

test('an address without a valid range shows the current week', () => {
  for (const query of ['', 'period=year', 'period=own', 'period=own&from=2026-01-01', 'from=x&to=y&unit=day'])
    expect({ query, path: path(query) }).toEqual({ query, path: '/admin/statistics?period=week' })
})

test('an address names a current period, or days and a unit', () => {
  expect(path('period=month')).toBe('/admin/statistics?period=month')
  expect(readRange(new URLSearchParams('period=day')).range).toBe('day')
  const own = 'from=2026-01-01&to=2026-01-31&unit=week'
  expect(path(`period=own&${own}`)).toBe(`/admin/statistics?${own}`)
})

test('a range has two days in order, and no more periods than the server shows', () => {
  const range = (from: string, to: string, unit = 'day') => isOwnRange({ from, to, unit })
  expect(range('2026-01-01', '2026-01-01')).toBe(true)
  expect(range('2026-01-02', '2026-01-01')).toBe(false)
  expect(range('2024-01-01', '2026-01-19')).toBe(true)
  expect(range('2024-01-01', '2026-01-21')).toBe(false)
  expect(range('2024-01-01', '2026-01-21', 'week')).toBe(true)
  expect(range('2026-01-01', '2026-02-01', 'hour')).toBe(false)
  expect(range('2026-1-1', '2026-02-01')).toBe(false)
})
