import { foldText } from '@parley/shared/words'
import type { SearchWord } from '../../infrastructure/db/full-text.ts'
import type { Context } from '../../points/context/context.ts'

/** Shorter words have too many others around them; longer ones nobody types. In characters. */
const shortest = 4
const longest = 30
/** From this length on two errors are mended. */
const shortestForTwo = 6

/** Of so many words with the same beginning those with two errors are taken. */
const readBeginnings = 2000

/** Words that may be meant by one, at most. */
const mostSimilar = 10

const letter = /^[\p{L}\p{M}]$/u
const onlyLetters = /^[\p{L}\p{M}]+$/u
const spaceless = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]/v

/** Whether an error in a word can be mended: not in numbers, short words and sequences of characters. */
export function isCorrectable({ terms: [term = '', ...others] }: SearchWord): boolean {
  const { length } = term
  return (
    others.length === 0 &&
    length >= shortest &&
    length <= longest &&
    onlyLetters.test(term) &&
    !spaceless.test(term)
  )
}

/** Words of the vocabulary from which one differs by one letter too many, missing, wrong, or changed with its neighbour. */
export async function wordsWithOneError(word: string, context: Context): Promise<string[]> {
  const { dialect, slowQueries } = context.forum.database
  const known = await dialect.fullText.knownWords(slowQueries, editsOf(word))
  return likeliest(word, known)
}

/** Words of the vocabulary with the same beginning from which one differs by two errors. */
export async function wordsWithTwoErrors(word: string, context: Context): Promise<string[]> {
  if (word.length < shortestForTwo) return []
  const { dialect, slowQueries } = context.forum.database
  const beginning = word.slice(0, Math.floor(word.length / 3))
  const candidates = await dialect.fullText.wordsFrom(slowQueries, beginning, readBeginnings)
  return likeliest(
    word,
    candidates.filter((candidate) => distance(word, candidate) <= mostErrors),
  )
}

/** The two words of the vocabulary that one consists of, if it does. */
export async function partsOf(word: string, context: Context): Promise<[string, string] | undefined> {
  const { dialect, slowQueries } = context.forum.database
  const pairs: [string, string][] = []
  for (let at = shortest; at <= word.length - shortest; at += 1)
    pairs.push([word.slice(0, at), word.slice(at)])
  if (pairs.length === 0) return undefined
  const known = new Set(await dialect.fullText.knownWords(slowQueries, pairs.flat()))
  return pairs.find(([one, other]) => known.has(one) && known.has(other))
}

/** First those that begin with the same letter, and of these those with the same letters in another order. */
function likeliest(word: string, words: readonly string[]): string[] {
  const sorted = (text: string) => [...text].sort().join('')
  const letters = sorted(word)
  const unlikeliness = (candidate: string) =>
    (candidate[0] === word[0] ? 0 : 4) +
    (sorted(candidate) === letters ? 0 : 1) +
    Math.abs(candidate.length - word.length)
  return words
    .filter((candidate) => candidate !== word)
    .map((candidate) => ({ candidate, by: unlikeliness(candidate) }))
    .sort((one, other) => one.by - other.by || (one.candidate < other.candidate ? -1 : 1))
    .slice(0, mostSimilar)
    .map(({ candidate }) => candidate)
}

/** All texts with one error less, or more: some hundreds. */
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

/** The letters that stand beside those of a word in Unicode: its script's. */
function alphabetOf(characters: readonly string[]): Set<string> {
  const blocks = new Set(
    characters.map((character) => Math.floor((character.codePointAt(0) ?? 0) / blockSize)),
  )
  // A word of many scripts is no word.
  return new Set([...blocks].slice(0, 2).flatMap(lettersOfBlock))
}

function lettersOfBlock(block: number): string[] {
  const known = alphabets.get(block)
  if (known) return known
  const letters = Array.from({ length: blockSize }, (_, at) =>
    String.fromCodePoint(block * blockSize + at),
  ).filter((character) => letter.test(character) && foldText(character) === character)
  alphabets.set(block, letters)
  return letters
}

/** Errors between two words that are mended; what has more counts as having one more. */
const mostErrors = 2
const tooMany = mostErrors + 1

/** How many errors lie between two words: letters too many, missing, wrong, or changed with a neighbour. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > mostErrors) return tooMany
  const none = () => new Array<number>(other.length + 1).fill(tooMany)
  let beforeLast = none()
  let last = none().map((far, at) => Math.min(far, at))
  for (let at = 1; at <= one.length; at += 1) {
    const row = none()
    if (at <= mostErrors) row[0] = at
    // What is further from the diagonal has more errors.
    for (let to = Math.max(1, at - mostErrors); to <= Math.min(other.length, at + mostErrors); to += 1) {
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
