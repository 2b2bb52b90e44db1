import { expect, test } from 'vitest'
import { closestMark, fractionOf, numberAt, numberForKey } from './scrubber-keys.ts'

test.each([
  ['ArrowDown', 50, 51],
  ['ArrowUp', 50, 49],
  ['ArrowUp', 1, 1],
  ['PageDown', 50, 70],
  ['PageDown', 95, 100],
  ['PageUp', 5, 1],
  ['Home', 50, 1],
  ['End', 50, 100],
  ['a', 50, undefined],
])('%s moves from %i to %s', (key, number, expected) => {
  expect(numberForKey(key, number, 100)).toBe(expected)
})

test('maps numbers to fractions of the track and back', () => {
  for (const number of [1, 2, 57, 99, 100]) expect(numberAt(fractionOf(number, 100), 100)).toBe(number)
  expect(numberAt(-0.5, 100)).toBe(1)
  expect(numberAt(1.5, 100)).toBe(100)
  expect(fractionOf(1, 1)).toBe(0)
  expect(numberAt(0.7, 1)).toBe(1)
})

test('snaps to the closest mark within a distance', () => {
  expect(closestMark([10, 14, 90], 12, 3)).toBe(14)
  expect(closestMark([10, 90], 12, 1)).toBe(12)
  expect(closestMark([], 12, 5)).toBe(12)
})
