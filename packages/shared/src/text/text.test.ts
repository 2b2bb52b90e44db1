import { growthOf, proportionalGrowth } from '@parley/testing/growth'
import { expect, test } from 'vitest'
import { hueOf, initials, markLetter } from './avatar.ts'
import { isEmailAddress } from './email.ts'
import { textLength } from './text-length.ts'

test.each([
  ['Bram de Vries', 'BV'],
  ['mira', 'MI'],
  ['dale_trips', 'DT'],
  ['jean-luc', 'JL'],
  ['__x', 'X'],
  ['  ottilie   grünwald ', 'OG'],
  ['(ann) [bob]', 'AB'],
  ['mira ✨', 'MI'],
  ["o'hara", 'OH'],
  ['نور السيد', 'ن\u200cا'],
  ['نور', 'نو'],
  ['林晓雨', '林晓'],
  ['ゆき', 'ゆき'],
  ['김민수', '김민'],
  ['a\u0301da', 'A\u0301D'],
  ['ßeta', 'SS'],
  ['👩‍👩‍👧‍👦 x', '👩‍👩‍👧‍👦'],
  ['👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦'],
  ['7 of 9', '79'],
  ['x', 'X'],
  ['', ''],
])('initials of %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})

test.each([
  ['Slow Rail', 'S'],
  [' «étoile» ', 'É'],
  ['منتدى', 'م'],
  ['夜行列車', '夜'],
  ['🚂 trains', 'T'],
  ['🚂', '🚂'],
  ['', ''],
])('the mark of a forum called %s', (title, letter) => {
  expect(markLetter(title)).toBe(letter)
})

test('hues are stable and evenly distributed', () => {
  expect(hueOf('')).toBe(0x811c9dc5 % 360)
  expect(hueOf('a')).toBe(0xe40c292c % 360)
  const hues = Array.from({ length: 3600 }, (_, index) => hueOf(`user${index}`))
  expect(Math.min(...hues)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...hues)).toBeLessThan(360)
  expect(new Set(hues.map((hue) => Math.floor(hue / 30))).size).toBe(12)
})

test.each([
  'a@b.co',
  'first.last+tag@sub.example.org',
  "o'hara!#$%&*/=?^_`{|}~-@example.org",
  '"john doe"@example.org',
  'a@xn--bcher-kva.example',
  'a@example.xn--p1ai',
  'a@1and1.com',
  `${'a'.repeat(64)}@example.org`,
  `a@${'b'.repeat(63)}.org`,
])('%s is an address', (text) => {
  expect(isEmailAddress(text)).toBe(true)
})

test.each([
  '',
  'a',
  '@example.org',
  'a@',
  'a@localhost',
  'a@b@c.org',
  'a b@example.org',
  '.a@example.org',
  'a.@example.org',
  'a..b@example.org',
  'a@.example.org',
  'a@example..org',
  'a@example.org.',
  'a@-example.org',
  'a@example-.org',
  'a@exa_mple.org',
  'a@127.0.0.1',
  'a@[127.0.0.1]',
  'ä@example.org',
  'a@bücher.example',
  'a@example.org\n',
  'a@example.org\nBcc: b@example.org',
  '"a\nb"@example.org',
  `${'a'.repeat(65)}@example.org`,
  `a@${'b'.repeat(64)}.org`,
  `a@${'b.'.repeat(126)}org`,
])('%j is no address', (text) => {
  expect(isEmailAddress(text)).toBe(false)
})

test.each<[string, (length: number) => string]>([
  ['a domain of hyphens', (length) => `a@${'a-'.repeat(length)}`],
  ['a domain that ends badly', (length) => `${'a'.repeat(60)}@${'a-'.repeat(length)}!`],
  ['quoted backslashes', (length) => `${'"\\'.repeat(length)}@a.b`],
])('%s as an address takes linear time', async (_, make) => {
  expect(await growthOf(make, isEmailAddress, 20_000)).toBeLessThan(proportionalGrowth)
})

test('lengths are counted in code points', () => {
  expect(textLength('')).toBe(0)
  expect(textLength('aé😀')).toBe(3)
  expect(textLength('\ud83d')).toBe(1)
  expect(textLength('\ude00\ud83d')).toBe(2)
})
