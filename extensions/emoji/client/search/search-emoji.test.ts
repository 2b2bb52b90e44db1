import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { emojiOf } from '../load-data.ts'
import { searchEmoji } from './search-emoji.ts'

const lines = (file: string): string[] =>
  JSON.parse(readFileSync(new URL(`../../tables/${file}.json`, import.meta.url), 'utf8')).split('\n')

const emojiIn = (language: string) =>
  emojiOf(lines('characters'), lines(`names-${language}`), lines(`words-${language}`))

const all = { de: emojiIn('de'), en: emojiIn('en'), fr: emojiIn('fr'), zh: emojiIn('zh') }

test.each([
  ['en', 'smile', '😄'],
  ['en', 'smile:', '😄'],
  ['en', '+1', '👍'],
  ['en', '-1', '👎'],
  ['en', 'Thumbs_Up', '👍'],
  ['en', 'tada', '🎉'],
  ['en', 'party pop', '🎉'],
  ['en', 'pinata', '🪅'],
  ['en', 'ribon', '🎀'],
  ['en', 'germany', '🇩🇪'],
  ['de', 'daumen_hoch', '👍'],
  ['de', 'thumbsup', '👍'],
  ['de', 'löwe', '🦁'],
  ['de', 'tranen', '😂'],
  ['fr', 'coeur_rouge', '❤️'],
  ['fr', 'éléphant', '🐘'],
  ['zh', '大象', '🐘'],
  ['zh', '笑', '😂'],
] as const)('in %s, %j finds %s', (language, typed, expected) => {
  expect(searchEmoji(all[language], typed, 7).map(({ character }) => character)).toContain(expected)
})

test('what begins with the query comes before what is only called alike', () => {
  const found = searchEmoji(all.en, 'ribbo', 7)
  const [first, ...others] = found.map(({ name }) => name)
  expect(first).toBe('ribbon')
  expect(others.length).toBeGreaterThan(0)
})

test('nothing is found for what no emoji is called like, and for nothing', () => {
  for (const typed of ['', ':', '___', 'qqqqxxxx', '<b>']) {
    expect({ typed, found: searchEmoji(all.en, typed, 7).map(({ name }) => name) }).toEqual({
      typed,
      found: [],
    })
  }
})

test('at most as many are found as are asked for', () => {
  expect(searchEmoji(all.en, 'a', 7)).toHaveLength(7)
})
