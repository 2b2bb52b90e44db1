import { expect, test } from 'vitest'
import { codeSource } from './code-blocks.ts'

test('the source of a block is the text between its fences', () => {
  expect(codeSource('a\n  b\n')).toBe('a\n  b')
  expect(codeSource('a\n\n')).toBe('a\n')
  expect(codeSource('a')).toBe('a')
  expect(codeSource('')).toBe('')
})
