import { expect, test } from 'vitest'
import { makeRepository } from '../checks/fixture.ts'
import { mutantsOf } from './points.ts'

function mutantsIn(text: string): string[] {
  const [source] = makeRepository({ 'packages/shared/src/a.ts': text }).sources
  return source ? mutantsOf(source).map(({ what }) => what) : []
}

test.each([
  ['x = a >= b', ['without x = a >= b', '>= → >']],
  ['x = a?.b ?? c', ['without x = a?.b ?? c', '?? → &&']],
  ['if (a && b) c()', ['a && b → true', 'a && b → false', '&& → ||', 'without c()']],
  ['export const wait = 250', ['250 → 2500']],
  ['export const on = !off', ['without !']],
  [
    "export const q = db.where('a').select('b').limit(1)",
    ["without .where('a')", 'without .limit(1)', '1 → 2'],
  ],
  ["throw new Error('no')", ["without throw new Error('no')"]],
])('%s', (text, found) => {
  expect(mutantsIn(text).sort()).toEqual(found.sort())
})

test('types, keys and strings are not mutated', () => {
  expect(
    mutantsIn("export type A = 1 | true\nexport const a = { 200: 'x', b: 'c' } as { 200: 'x'; b: string }\n"),
  ).toEqual([])
})

test('a mutant belongs to the innermost function', () => {
  const [source] = makeRepository({
    'packages/shared/src/a.ts': 'const a = 1\nfunction b() { return () => 2 }\n',
  }).sources
  expect(source && mutantsOf(source).map(({ inside, line }) => ({ inside, line }))).toEqual([
    { inside: undefined, line: 1 },
    { inside: 34, line: 2 },
  ])
})
