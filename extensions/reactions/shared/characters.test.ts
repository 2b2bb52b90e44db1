import en from 'emojibase-data/en/data.json' with { type: 'json' }
import github from 'emojibase-data/en/shortcodes/github.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { characterOf } from './characters.ts'
import codes from './codes.json' with { type: 'json' }

const names: Readonly<Record<string, string | readonly string[]>> = github

/** Without the variation selector where the character is colored anyway: the form that keyboards type. */
const shortest = (emoji: string) => emoji.replace(/(\p{Emoji_Presentation})\uFE0F/gu, '$1')

test('the table has the short names of GitHub, as emojibase-data has them', () => {
  const lines = en.flatMap(({ hexcode, emoji }) =>
    [names[hexcode] ?? []].flat().map((name) => `${name} ${shortest(emoji)}`),
  )
  expect(codes).toBe(lines.sort().join('\n'))
})

test('an identifier is an emoji, or the short name of one', () => {
  for (const [identifier, character] of [
    ['thumbsup', '👍'],
    ['thumbsdown', '👎'],
    ['laughing', '😆'],
    ['confused', '😕'],
    ['heart', '❤️'],
    ['tada', '🎉'],
    ['+1', '👍'],
    [':Rocket:', '🚀'],
    ['👩‍🚀', '👩‍🚀'],
    ['🇫🇷', '🇫🇷'],
    ['rockets', undefined],
    ['constructor', undefined],
    ['12', undefined],
    ['', undefined],
  ] as const)
    expect([identifier, characterOf(identifier)]).toEqual([identifier, character])
})
