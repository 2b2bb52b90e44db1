import type { Emoji } from '../load-data.ts'
import { findSimilar } from './similarity.ts'

/** Least similarity of a name that does not begin with what was typed. */
const threshold = 0.33

/** The texts of an emoji in the form in which they are compared. */
interface Searched {
  emoji: Emoji
  codes: readonly string[]
  name: string
  words: readonly string[]
}

const searched = new WeakMap<readonly Emoji[], readonly Searched[]>()

/**
 * Finds emoji by a code, a name or another word: those first that begin with what was typed, then, where these are too few, those
 * that are called alike. Cases, accents and underscores do not count.
 */
export function searchEmoji(all: readonly Emoji[], typed: string, limit: number): readonly Emoji[] {
  const query = fold(typed.replace(/:$/, ''))
  if (query === '') return []
  const texts = searched.get(all) ?? all.map(textsOf)
  searched.set(all, texts)
  const ranked = texts
    .map((text) => ({ text, rank: rankOf(text, query) }))
    .filter(({ rank }) => rank < ranks.length)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ text }) => text)
  const found = new Set(ranked.slice(0, limit))
  if (found.size < limit) {
    const similar = findSimilar(query, texts, ({ codes, name }) => [name, ...codes], threshold)
    for (const text of similar) if (found.size < limit) found.add(text)
  }
  return [...found].map(({ emoji }) => emoji)
}

/** What an emoji is found by, the best first. */
const ranks: readonly ((text: Searched, query: string) => boolean)[] = [
  ({ codes, name }, query) => name === query || codes.includes(query),
  ({ codes }, query) => codes.some((code) => code.startsWith(query)),
  ({ name }, query) => name.startsWith(query),
  ({ name }, query) => name.includes(` ${query}`),
  ({ words }, query) => words.includes(query),
  ({ words }, query) => words.some((word) => word.startsWith(query)),
]

function rankOf(text: Searched, query: string): number {
  const rank = ranks.findIndex((matches) => matches(text, query))
  return rank < 0 ? ranks.length : rank
}

function textsOf(emoji: Emoji): Searched {
  const { codes, name, words } = emoji
  return { emoji, codes: codes.map(fold), name: fold(name), words: fold(words).split(' ') }
}

/** A text without cases and accents, whose words are separated by spaces; `+1` and `-1` keep their signs. */
function fold(text: string): string {
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase()
  return letters.replace(/(?<=\S)[_\-–:’.,\s]+/gu, ' ').trim()
}
