import { expect, test } from 'vitest'
import { parsePlace } from './parse-place.ts'

const last = 987

test.each([
  ['47', 47],
  [' #47 ', 47],
  ['1,200', last],
  ['٤٧', 47],
  ['４７', 47],
  ['5000', last],
])('%j is post %i', (typed, number) => {
  expect(parsePlace(typed, last, 'en')).toEqual({ number })
})

test.each([
  ['2026-01-31', 'en', new Date(2026, 0, 31)],
  ['2026/1/31', 'de', new Date(2026, 0, 31)],
  ['2026-02', 'en', new Date(2026, 1, 1)],
  ['2/2026', 'en', new Date(2026, 1, 1)],
  ['2026', 'en', new Date(2026, 0, 1)],
  ['31.1.2026', 'de', new Date(2026, 0, 31)],
  ['3/4/2026', 'en-GB', new Date(2026, 3, 3)],
  ['3/4/2026', 'en-US', new Date(2026, 2, 4)],
  // The other order, where the usual one is no date.
  ['15/4/2026', 'en-US', new Date(2026, 3, 15)],
  ['\u200f٣١\u200f/١\u200f/٢٠٢٦', 'ar', new Date(2026, 0, 31)],
  ['2026年1月31日', 'zh', new Date(2026, 0, 31)],
])('%j is a day in %s', (typed, locale, day) => {
  expect(parsePlace(typed, last, locale)).toEqual({ day })
})

test.each(['', 'soon', '0', '-3', '2026-02-30', '2026-13', '47 a', '1.2', '12-31-47'])(
  '%j is no place',
  (typed) => {
    expect(parsePlace(typed, last, 'en')).toBeUndefined()
  },
)

test('a year that is the number of a post is that post', () => {
  expect(parsePlace('2026', 5000, 'en')).toEqual({ number: 2026 })
})
