import { expect, test } from 'vitest'
import { isLongEnough, splitSearch } from './search-text.ts'

test.each([
  ['ab', false],
  ['abc', true],
  [' ab ', false],
  ['éàü', true],
  ['本', true],
  ['ひ', true],
  ['カ', true],
  ['한', true],
  ['ก', true],
  ['', false],
])('%j is long enough: %j', (text, expected) => {
  expect(isLongEnough(text)).toBe(expected)
})

test.each([
  ['', []],
  ['   ', []],
  [' a  b\tc ', ['a', 'b', 'c']],
  ['"a b" c', ['a b', 'c']],
  ['group:"a b" c', ['group:"a b"', 'c']],
  ['"author:x y" -is:hidden', ['author:x y', '-is:hidden']],
  ['open "never closed', ['open', 'never closed']],
  ['""', []],
  ['a"b c"d', ['a"b c"d']],
])('%o is split into %o', (text, parts) => {
  expect(splitSearch(text)).toEqual(parts)
})
