import { foldText, searchWordsOf } from '@parley/shared/words'
import type { Context } from '../../points/context/context.ts'
import type { WordVariants } from './best-matches.ts'
import { isCorrectable, partsOf, wordsWithOneError, wordsWithTwoErrors } from './similar-words.ts'

/** Words with errors that one search mends; further ones stay as they are. */
export const maximumCorrections = 3

const writtenWord = /[\p{L}\p{N}\p{M}_]+/gu

/** Words of a search that can be mended and that nothing has, by their places: at most `maximumCorrections`. */
export type UnknownWords = ReadonlySet<number>

/** The words with others that may be meant by those that nothing has; undefined where there are none. */
export async function withSimilarWords(
  words: readonly WordVariants[],
  lost: UnknownWords,
  errors: 1 | 2,
  context: Context,
): Promise<WordVariants[] | undefined> {
  const find = errors === 1 ? wordsWithOneError : wordsWithTwoErrors
  const mended: WordVariants[] = []
  for (const [place, word] of words.entries()) {
    const [term = ''] = word.terms
    const similar = lost.has(place) ? await find(term, context) : []
    mended.push(similar.length > 0 ? { ...word, similar } : word)
  }
  return mended.some(({ similar }) => similar) ? mended : undefined
}

/**
 * A search text with other words in place of those that were mended, as they are written in the texts that were found,
 * best first: only what is found tells which one was meant. Undefined where none of them was found.
 */
export function correctedText(
  text: string,
  words: readonly WordVariants[],
  found: Iterable<string>,
): string | undefined {
  const wanted = new Map<string, string>()
  const bySimilar = new Map<string, string>()
  for (const { terms, similar = [] } of words) {
    for (const other of similar) bySimilar.set(other, terms[0] ?? '')
  }
  const terms = new Set(bySimilar.values())
  for (const foundText of found) {
    for (const [written] of foundText.normalize('NFC').matchAll(writtenWord)) {
      const term = bySimilar.get(foldText(written))
      if (term !== undefined && !wanted.has(term)) wanted.set(term, written.toLowerCase())
    }
    if (wanted.size === terms.size) break
  }
  if (wanted.size === 0) return undefined
  return text.normalize('NFC').replace(writtenWord, (written) => wanted.get(foldText(written)) ?? written)
}

/** Search texts in which two words are joined, or one is split: what to look for where nothing is found. */
export async function respacedTexts(text: string, context: Context): Promise<string[]> {
  const written = [...text.normalize('NFC').matchAll(writtenWord)].map(([word]) => word)
  const texts: string[] = []
  const { dialect, slowQueries } = context.forum.database
  const joined = written.slice(0, maximumCorrections).flatMap((word, place) => {
    const next = written[place + 1]
    return next === undefined ? [] : [{ place, word: word + next }]
  })
  const known = new Set(
    await dialect.fullText.knownWords(
      slowQueries,
      joined.map(({ word }) => foldText(word)),
    ),
  )
  for (const { place, word } of joined) {
    if (known.has(foldText(word))) texts.push(written.toSpliced(place, 2, word).join(' '))
  }
  for (const [place, word] of written.slice(0, maximumCorrections).entries()) {
    const [sought] = searchWordsOf(word, 1)
    const parts = sought && isCorrectable(sought) ? await partsOf(foldText(word), context) : undefined
    if (parts) texts.push(written.toSpliced(place, 1, ...parts).join(' '))
  }
  return texts.slice(0, 2)
}
