import { expect, test } from 'vitest'
import { fuzz } from './testing/fuzz.ts'

test('random sources give safe HTML, the same each time, in proportionate time', () => {
  expect(fuzz(1, 2000).faults).toEqual([])
}, 60_000)
