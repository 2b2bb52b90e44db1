import { defineCompletion } from '@parley/client'
import type { ReactNode } from 'react'
import { Glyph } from '../Glyph.tsx'
import { fetchEmoji, knownEmoji } from '../known-emoji.ts'
import type { Emoji } from '../load-data.ts'
import { rememberRecent } from '../picker/recents.ts'
import { searchEmoji } from '../search/search-emoji.ts'

/** Rows of suggestions. */
const limit = 7

/** A suggestion. It knows what it was found for: with each further character the best one is chosen anew. */
interface Suggestion {
  emoji: Emoji
  query: string
}

/** Emoji by their names behind a colon, in the reader's language or by English codes. */
export const emojiCompletion = defineCompletion<Suggestion>({
  trigger: ':',
  query: /^[\p{L}\p{M}\p{N}+\-_:]*$/u,
  minLength: 1,
  maxLength: 15,
  limit,
  known: (query, { app }) => suggest(knownEmoji(app) ?? [], query),
  source: async (query, { app }) => (isEmoticon(query) ? [] : suggest(await fetchEmoji(app), query)),
  keyOf: ({ emoji, query }) => `${emoji.character} ${query}`,
  Row: EmojiRow,
  insert({ emoji: { character } }, { app }) {
    rememberRecent(app, character)
    return `${character} `
  },
})

function suggest(all: readonly Emoji[], query: string): readonly Suggestion[] {
  return isEmoticon(query) ? [] : searchEmoji(all, query, limit).map((emoji) => ({ emoji, query }))
}

/** Whether what was typed may be an emoticon, such as `:D`. Enter then begins a line, and chooses no emoji. */
function isEmoticon(query: string): boolean {
  return /^[\x20-\x7e]$/.test(query)
}

function EmojiRow({ item }: { item: Suggestion }): ReactNode {
  const { character, name, codes, src } = item.emoji
  const [code] = codes
  return (
    <>
      <span className="EmojiRow-glyph">
        <Glyph character={character} src={src} />
      </span>
      <span className="EmojiRow" dir="auto">
        {name}
        {code !== undefined && <small dir="ltr">{src === undefined ? `:${code}:` : character}</small>}
      </span>
    </>
  )
}
