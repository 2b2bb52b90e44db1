import { foldText } from '@parley/shared/words'
import type { SearchWord } from '../../infrastructure/db/full-text.ts'
import type { Context } from '../../points/context/context.ts'

/** Lengths in characters of words that are corrected. Shorter words have too many similar ones; longer ones are rare. */
const shortest = 4
const longest = 30
/** Words of at least this length may have two errors. */
const shortestForTwo = 6

/** Words with the same beginning that are compared at most, to find those with two errors. */
const comparedWords = 2000

/** Similar words per unknown word, at most. */
const mostSimilar = 10

const letter = /^[\p{L}\p{M}]$/u
const onlyLetters = /^[\p{L}\p{M}]+$/u
const scriptWithoutSpaces = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]/v

/** Whether an error in a word can be corrected: not in numbers, short words, or scripts without spaces. */
export function isCorrectable({ terms: [term = '', ...others] }: SearchWord): boolean {
  const { length } = term
  return (
    others.length === 0 &&
    length >= shortest &&
    length <= longest &&
    onlyLetters.test(term) &&
    !scriptWithoutSpaces.test(term)
  )
}

/** Words of the vocabulary at an edit distance of one: a letter inserted, removed, replaced, or swapped with the next. */
export async function wordsWithOneError(word: string, context: Context): Promise<string[]> {
  const { dialect, slowQueries } = context.forum.database
  const known = await dialect.fullText.knownWords(slowQueries, editsOf(word))
  return sortByLikelihood(word, known)
}

/** Words of the vocabulary with the same beginning at an edit distance of at most two. */
export async function wordsWithTwoErrors(word: string, context: Context): Promise<string[]> {
  if (word.length < shortestForTwo) return []
  const { dialect, slowQueries } = context.forum.database
  const beginning = word.slice(0, Math.floor(word.length / 3))
  const candidates = await dialect.fullText.wordsFrom(slowQueries, beginning, comparedWords)
  return sortByLikelihood(
    word,
    candidates.filter((candidate) => editDistance(word, candidate) <= maximumErrors),
  )
}

/** The two words of the vocabulary that a word is composed of; undefined when there is no such pair. */
export async function partsOf(word: string, context: Context): Promise<[string, string] | undefined> {
  const { dialect, slowQueries } = context.forum.database
  const pairs: [string, string][] = []
  for (let at = shortest; at <= word.length - shortest; at += 1)
    pairs.push([word.slice(0, at), word.slice(at)])
  if (pairs.length === 0) return undefined
  const known = new Set(await dialect.fullText.knownWords(slowQueries, pairs.flat()))
  return pairs.find(([one, other]) => known.has(one) && known.has(other))
}

/** Sorts candidates: words with the same first letter first, then words with the same letters in another order. */
function sortByLikelihood(word: string, words: readonly string[]): string[] {
  const sorted = (text: string) => [...text].sort().join('')
  const letters = sorted(word)
  const unlikelihood = (candidate: string) =>
    (candidate[0] === word[0] ? 0 : 4) +
    (sorted(candidate) === letters ? 0 : 1) +
    Math.abs(candidate.length - word.length)
  return words
    .filter((candidate) => candidate !== word)
    .map((candidate) => ({ candidate, by: unlikelihood(candidate) }))
    .sort((one, other) => one.by - other.by || (one.candidate < other.candidate ? -1 : 1))
    .slice(0, mostSimilar)
    .map(({ candidate }) => candidate)
}

/** All texts at an edit distance of one: some hundreds. */
function editsOf(word: string): string[] {
  const characters = [...word]
  const letters = alphabetOf(characters)
  const edits = new Set<string>()
  for (let at = 0; at <= characters.length; at += 1) {
    const before = characters.slice(0, at).join('')
    const [first = '', second = ''] = characters.slice(at, at + 2)
    const behindFirst = characters.slice(at + 1).join('')
    if (first !== '') edits.add(before + behindFirst)
    if (second !== '') edits.add(before + second + first + characters.slice(at + 2).join(''))
    for (const other of letters) {
      edits.add(before + other + first + behindFirst)
      if (first !== '') edits.add(before + other + behindFirst)
    }
  }
  return [...edits]
}

const blockSize = 128
const alphabets = new Map<number, string[]>()

/** The letters in the Unicode blocks of a word's letters, which stand for its script. */
function alphabetOf(characters: readonly string[]): Set<string> {
  const blocks = new Set(
    characters.map((character) => Math.floor((character.codePointAt(0) ?? 0) / blockSize)),
  )
  // Real words mix at most two blocks.
  return new Set([...blocks].slice(0, 2).flatMap(lettersOfBlock))
}

function lettersOfBlock(block: number): string[] {
  const cached = alphabets.get(block)
  if (cached) return cached
  const letters = Array.from({ length: blockSize }, (_, at) =>
    String.fromCodePoint(block * blockSize + at),
  ).filter((character) => letter.test(character) && foldText(character) === character)
  alphabets.set(block, letters)
  return letters
}

/** The largest edit distance that is corrected; all larger ones count as `tooMany`. */
const maximumErrors = 2
const tooMany = maximumErrors + 1

/** The edit distance of two words (optimal string alignment), bounded by `tooMany`. */
function editDistance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > maximumErrors) return tooMany
  const none = () => new Array<number>(other.length + 1).fill(tooMany)
  let beforeLast = none()
  let last = none().map((far, at) => Math.min(far, at))
  for (let at = 1; at <= one.length; at += 1) {
    const row = none()
    if (at <= maximumErrors) row[0] = at
    // Cells further from the diagonal have a larger distance.
    for (
      let to = Math.max(1, at - maximumErrors);
      to <= Math.min(other.length, at + maximumErrors);
      to += 1
    ) {
      const isSame = one[at - 1] === other[to - 1]
      const isSwapped = one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
      row[to] = Math.min(
        (last[to] ?? tooMany) + 1,
        (row[to - 1] ?? tooMany) + 1,
        (last[to - 1] ?? tooMany) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[to - 2] ?? tooMany) + 1 : tooMany,
      )
    }
    beforeLast = last
    last = row
  }
  return Math.min(tooMany, last[other.length] ?? tooMany)
}
