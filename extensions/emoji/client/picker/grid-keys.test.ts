import { expect, test } from 'vitest'
import { nextPlace } from './grid-keys.ts'

/** Two sections: one of eleven cells, one of two. */
const rows = [8, 3, 2]
const ltr = { isRtl: false, isWhole: false }

test.each([
  ['ArrowRight', [0, 0], [0, 1]],
  ['ArrowRight', [0, 7], [1, 0]],
  ['ArrowRight', [2, 1], [2, 1]],
  ['ArrowLeft', [1, 0], [0, 7]],
  ['ArrowLeft', [0, 0], [0, 0]],
  ['ArrowDown', [0, 6], [1, 2]],
  ['ArrowDown', [2, 0], [2, 0]],
  ['ArrowUp', [2, 1], [1, 1]],
  ['PageDown', [0, 1], [2, 1]],
  ['PageUp', [2, 1], [0, 1]],
  ['Home', [1, 2], [1, 0]],
  ['End', [0, 2], [0, 7]],
] as const)('%s leads from %j to %j', (key, [row, column], [nextRow, nextColumn]) => {
  expect(nextPlace(key, { row, column }, rows, ltr)).toEqual({ row: nextRow, column: nextColumn })
})

test('with Control, Home and End lead to the ends of the grid', () => {
  const whole = { isRtl: false, isWhole: true }
  expect(nextPlace('Home', { row: 2, column: 1 }, rows, whole)).toEqual({ row: 0, column: 0 })
  expect(nextPlace('End', { row: 0, column: 0 }, rows, whole)).toEqual({ row: 2, column: 1 })
})

test('from right to left, the arrows to the sides change places', () => {
  const rtl = { isRtl: true, isWhole: false }
  expect(nextPlace('ArrowLeft', { row: 0, column: 0 }, rows, rtl)).toEqual({ row: 0, column: 1 })
})

test('other keys lead nowhere', () => {
  expect(nextPlace('a', { row: 0, column: 0 }, rows, ltr)).toBeUndefined()
})
