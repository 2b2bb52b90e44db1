import { expect, test } from 'vitest'
import { isPattern, matchesPattern } from './matches-pattern.ts'

test('a pattern matches somewhere in a text', async () => {
  expect(await matchesPattern('^[a-z]+$', 'mira')).toBe(true)
  expect(await matchesPattern('i', 'mira')).toBe(true)
  expect(await matchesPattern('^[a-z]+$', 'Mira')).toBe(false)
  expect(await matchesPattern('', 'mira')).toBe(true)
})

test('Unicode rules apply where the pattern is valid by them, else the older ones', async () => {
  expect(await matchesPattern('^\\p{Script=Greek}+$', 'Ελένη')).toBe(true)
  expect(await matchesPattern('^.$', '🦔')).toBe(true)
  expect(await matchesPattern('^\\_.$', '_x')).toBe(true)
})

test('what is no pattern matches nothing, and says so', async () => {
  for (const pattern of ['(', '[z-a]', '*', '(?<name', 'a{2,1}', '\\']) {
    expect({ pattern, isPattern: isPattern(pattern) }).toEqual({ pattern, isPattern: false })
    expect(await matchesPattern(pattern, 'a')).toBe(undefined)
  }
})

test('patterns that take exponential time end, and do not keep others from being tested', async () => {
  const hostile = `${'a'.repeat(60)}!`
  const answers = await Promise.all([
    matchesPattern('^(a+)+$', hostile),
    matchesPattern('^(a|a)*$', hostile),
    matchesPattern('^a', hostile),
  ])
  expect(answers).toEqual([false, false, true])
})
