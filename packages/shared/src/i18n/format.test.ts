import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { abbreviateNumber, exactTime, humanDuration, humanTime, joinList } from './format.ts'
import { compileMessages, parseMessages } from './parse.ts'
import { createTranslator } from './translator.ts'

const file = readFileSync(new URL('../../locale/en.yml', import.meta.url), 'utf8')
const messages = parseMessages(compileMessages(parseYaml(file)))
const english = createTranslator({ locale: 'en', messages, timeZone: 'UTC' })
const german = createTranslator({ locale: 'de', messages, timeZone: 'UTC' })
const now = new Date('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T12:00:05Z', 'just now'],
  ['2026-11-21T11:59:01Z', 'just now'],
  ['2026-11-21T11:59:00Z', '1 min ago'],
  ['2026-11-21T11:51:30Z', '8 min ago'],
  ['2026-11-21T11:00:00Z', '1 hour ago'],
  ['2026-11-20T12:30:00Z', '23 hours ago'],
  ['2026-11-20T11:00:00Z', 'yesterday'],
  ['2026-11-19T23:59:00Z', '2 days ago'],
  ['2026-10-22T12:01:00Z', '30 days ago'],
  ['2026-10-22T12:00:00Z', 'Oct 22'],
  ['2025-12-31T23:59:59Z', 'Dec 31, 2025'],
])('%s is %s', (date, text) => {
  expect(humanTime(new Date(date), now, english)).toBe(text)
})

test('relative times follow the locale and the time zone', () => {
  expect(humanTime(new Date('2026-11-19T12:00:00Z'), now, german)).toBe('vor 2 Tagen')
  const tokyo = createTranslator({ locale: 'en', messages, timeZone: 'Asia/Tokyo' })
  const date = new Date('2025-12-31T23:59:59Z')
  expect(humanTime(date, now, tokyo)).toBe('Jan 1')
  expect(exactTime(date, tokyo)).toBe('January 1, 2026 at 8:59 AM')
})

test('spans of time', () => {
  const day = 86_400_000
  expect(humanDuration(11 * day + 1, english)).toBe('11 days')
  expect(humanDuration(40 * day, english)).toBe('1 month')
  expect(humanDuration(800 * day, english)).toBe('2 years')
  expect(humanDuration(5 * 3_600_000, german)).toBe('5 Stunden')
})

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1k'],
  [2049, '2k'],
  [1249, '1.2k'],
  [999_999, '999.9k'],
  [1_000_000, '1M'],
  [2_999_999, '2M'],
])('%i is %s', (value, text) => {
  expect(abbreviateNumber(value, english)).toBe(text)
})

test('lists in words', () => {
  expect(joinList([], english)).toEqual([])
  expect(joinList(['Ann'], english)).toEqual(['Ann'])
  expect(joinList(['Ann', 'Bob'], english).join('')).toBe('Ann and Bob')
  expect(joinList(['Ann', 'Bob', 'Cem', 'Dee'], english).join('')).toBe('Ann, Bob, Cem, and Dee')
  const [a, b, c] = [{ id: 1 }, { id: 2 }, { id: 3 }]
  expect(joinList([a, b, c], english)).toEqual([a, ', ', b, ', and ', c])
})
