import { expect, test } from 'vitest'
import { changeCrop, moveCrop, sideOf, startCrop } from './crop.ts'

test('a crop starts with the largest square in the middle', () => {
  const crop = startCrop(600, 400)
  expect(sideOf(crop)).toBe(400)
  expect(crop).toMatchObject({ x: 300, y: 200, zoom: 1 })
})

test('a crop stays inside the picture', () => {
  const crop = startCrop(600, 400)
  expect(moveCrop(crop, 2, 2)).toMatchObject({ x: 200, y: 200 })
  expect(moveCrop(crop, -2, 0)).toMatchObject({ x: 400, y: 200 })
  const corner = moveCrop(changeCrop(crop, { zoom: 4 }), 9, 9)
  expect(corner).toMatchObject({ x: 50, y: 50 })
  expect(changeCrop(corner, { zoom: 1 })).toMatchObject({ x: 200, y: 200 })
})

test('zoom has limits, and a move is measured in the visible part', () => {
  const crop = changeCrop(startCrop(400, 400), { zoom: 9 })
  expect(crop.zoom).toBe(4)
  expect(changeCrop(crop, { zoom: 0 }).zoom).toBe(1)
  expect(moveCrop(crop, -0.5, 0.5)).toMatchObject({ x: 250, y: 150 })
})
