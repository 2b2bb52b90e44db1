import { expect, test } from 'vitest'
import { matchesName, nameIn, nameQuery } from './match-name.ts'

test.each([
  ['', true],
  ['ann', true],
  ['"Jonas Wei', true],
  ['“Jonas', true],
  ['王', true],
  ['"Ann"#3', false],
  ['"Ann"#', false],
  ['Ann”#p', false],
  ['Ann\nBob', false],
])('%j may follow the trigger: %j', (query, expected) => {
  expect(nameQuery.test(query)).toBe(expected)
})

test('a quotation mark is no part of the name', () => {
  expect(['"Ann', '”Ann', 'Ann'].map(nameIn)).toEqual(['Ann', 'Ann', 'Ann'])
})

test.each([
  ['', 'Ann', true],
  ['AN', 'ann', true],
  ['sor', 'Søren', false],
  ['zie', 'Tomasz Zieliński', true],
  ['zielin', 'Tomasz Zieliński', true],
  ['tomasz zi', 'Tomasz Zieliński', true],
  ['tomasz  zi', 'Tomasz Zieliński', false],
  ['nn', 'Ann', false],
  ['ann ', 'Ann', false],
  ['王', '王小明', true],
  ['Müll', 'Mia Müller', true],
  ['mue', 'Mia Müller', true],
  ['mu', 'Mia Müller', true],
  ['strauss', 'Strauß', true],
])('%j finds %j: %j', (typed, name, expected) => {
  expect(matchesName(typed, name)).toBe(expected)
})
