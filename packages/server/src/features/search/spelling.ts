import { foldText, searchWordsOf } from '@parley/shared/words'
import type { Context } from '../../points/context/context.ts'
import type { WordVariants } from './best-matches.ts'
import { isCorrectable, partsOf, wordsWithOneError, wordsWithTwoErrors } from './similar-words.ts'

/** Misspelled words that one search corrects; further ones are left unchanged. */
export const maximumCorrections = 3

const writtenWord = /[\p{L}\p{N}\p{M}_]+/gu

/** Positions of the correctable words of a search that no visible row has: at most `maximumCorrections`. */
export type UnknownWords = ReadonlySet<number>

/** Adds similar words of the vocabulary to the unknown words of a search; undefined when there are none. */
export async function addSimilarWords(
  words: readonly WordVariants[],
  unknown: UnknownWords,
  errors: 1 | 2,
  context: Context,
): Promise<WordVariants[] | undefined> {
  const find = errors === 1 ? wordsWithOneError : wordsWithTwoErrors
  const corrected: WordVariants[] = []
  for (const [position, word] of words.entries()) {
    const [term = ''] = word.terms
    const similar = unknown.has(position) ? await find(term, context) : []
    corrected.push(similar.length > 0 ? { ...word, similar } : word)
  }
  return corrected.some(({ similar }) => similar) ? corrected : undefined
}

/**
 * The search text with its misspelled words replaced by similar words, in the spelling of the matching texts. The best
 * match that contains a similar word decides which one is meant. Undefined when no text contains one.
 */
export function correctedText(
  text: string,
  words: readonly WordVariants[],
  matchingTexts: Iterable<string>,
): string | undefined {
  const corrections = new Map<string, string>()
  const bySimilar = new Map<string, string>()
  for (const { terms, similar = [] } of words) {
    for (const other of similar) bySimilar.set(other, terms[0] ?? '')
  }
  const terms = new Set(bySimilar.values())
  for (const matchingText of matchingTexts) {
    for (const [written] of matchingText.normalize('NFC').matchAll(writtenWord)) {
      const term = bySimilar.get(foldText(written))
      if (term !== undefined && !corrections.has(term)) corrections.set(term, written.toLowerCase())
    }
    if (corrections.size === terms.size) break
  }
  if (corrections.size === 0) return undefined
  return text
    .normalize('NFC')
    .replace(writtenWord, (written) => corrections.get(foldText(written)) ?? written)
}

/** Alternative search texts in which two words are joined or one is split, for searches without a match. */
export async function respacedTexts(text: string, context: Context): Promise<string[]> {
  const written = [...text.normalize('NFC').matchAll(writtenWord)].map(([word]) => word)
  const texts: string[] = []
  const { dialect, slowQueries } = context.forum.database
  const joined = written.slice(0, maximumCorrections).flatMap((word, position) => {
    const next = written[position + 1]
    return next === undefined ? [] : [{ position, word: word + next }]
  })
  const existing = new Set(
    await dialect.fullText.knownWords(
      slowQueries,
      joined.map(({ word }) => foldText(word)),
    ),
  )
  for (const { position, word } of joined) {
    if (existing.has(foldText(word))) texts.push(written.toSpliced(position, 2, word).join(' '))
  }
  for (const [position, word] of written.slice(0, maximumCorrections).entries()) {
    const [searchWord] = searchWordsOf(word, 1)
    const parts = searchWord && isCorrectable(searchWord) ? await partsOf(foldText(word), context) : undefined
    if (parts) texts.push(written.toSpliced(position, 1, ...parts).join(' '))
  }
  return texts.slice(0, 2)
}
