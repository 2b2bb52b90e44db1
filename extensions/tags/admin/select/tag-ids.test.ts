import { expect, test } from 'vitest'
import { readIds, toggledIds } from './tag-ids.ts'

test('ids are read from a JSON array only', () => {
  expect(readIds('[3,"12"]')).toEqual(['3', '12'])
  for (const text of ['', 'x', '3', 'null', '{"a":1}']) expect(readIds(text)).toEqual([])
})

test('a tag that is chosen and left again gives the stored text', () => {
  expect(toggledIds('', '3', '')).toBe('[3]')
  expect(toggledIds('[3]', '3', '')).toBe('')
  expect(toggledIds('[3]', '3', '[3]')).toBe('[]')
  expect(toggledIds('[3,12]', '7', '')).toBe('[3,7,12]')
  expect(toggledIds('[3,7,12]', '7', '[3,12]')).toBe('[3,12]')
})
