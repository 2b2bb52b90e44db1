import { expect, test } from 'vitest'
import { exceededLimit } from './json-shape.ts'

const limits = { depth: 3, values: 6 }

test.each([
  ['[[[1]]]', undefined],
  ['[[[[]]]]', 'depth'],
  ['{"a":{"b":{"c":1}}}', undefined],
  ['{"a":{"b":{"c":{}}}}', 'depth'],
  ['[[1],[1],[1]]', undefined],
  ['[[1],[1],[1],1]', 'values'],
  ['[0,1,2,3,4,5]', undefined],
  ['[0,1,2,3,4,5,6]', 'values'],
  ['["[[[[,,,,,,,,", "]]"]', undefined],
  ['["\\"[[[[[", "\\\\", 1]', undefined],
  ['["\\\\", [[[]]]]', 'depth'],
  ['"never ends [[[[[[[[', undefined],
  ['"ends with \\', undefined],
])('%s exceeds: %s', (text, exceeded) => {
  expect(exceededLimit(text, limits)).toBe(exceeded)
})
