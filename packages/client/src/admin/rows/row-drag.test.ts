import { expect, test } from 'vitest'
import { gapAt, placeFor } from './row-drag.ts'

test('a row goes into the gap that the pointer is nearest to, which is no place of its own', () => {
  const middles = [10, 30, 50]
  expect([5, 11, 31, 60].map((y) => gapAt(middles, y))).toEqual([0, 1, 2, 3])
  expect([0, 1, 2, 3].map((gap) => placeFor(gap, 1))).toEqual([0, 1, 1, 2])
})
