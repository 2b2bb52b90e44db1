import { expect, test } from 'vitest'
import { skeletonOf } from './skeleton.ts'

test('the skeleton of a username is the username in lower case', () => {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index)).join('')
  const username = `${letters.toUpperCase()}${letters}0123456789_-`
  expect(skeletonOf(username)).toBe(username.toLowerCase())
})

test.each([
  [
    'mira',
    [
      'MIRA',
      'Мiга',
      'míra',
      'm̈ira',
      'ｍｉｒａ',
      '𝓂𝒾𝓇𝒶',
      'mi\u200bra',
      'mi\u00adra',
      'ⅿіra',
      ' mira ',
      '\u202emira\u202c',
      'ᴍɪʀᴀ',
      'ᎷᎥᎡᎪ',
      'ꓟꓲꓣꓮ',
    ],
  ],
  ['paypal', ['раураl', 'ρaypal', 'PАYPАL', 'pay\u2060pal', 'pаypal\ufe0f']],
  ['anna lee', ['anna  lee', 'anna\u00a0lee', 'anna\u3000lee', 'anna\nlee', 'аnnа\u2800lee']],
  ['o’hara', ["o'hara", 'oʼhara', 'ο‘hara']],
])('%s looks like other spellings of it', (name, others) => {
  for (const other of others)
    expect({ other, is: skeletonOf(other) }).toEqual({ other, is: skeletonOf(name) })
})

test('names that look different are different, in other scripts too', () => {
  const names = [
    'mira',
    'mlra',
    'rnira',
    'Мира',
    'Μίρα',
    '宗佑',
    '宗祐',
    'राम',
    'रामु',
    'مي',
    'می',
    'a b',
    'ab',
    'user1',
    'userl',
    '🦔',
    '🦊',
  ]
  expect(new Set(names.map(skeletonOf)).size).toBe(names.length)
})
