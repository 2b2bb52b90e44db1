import { expect, test } from 'vitest'
import { splitSearch } from './search.ts'

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
