import { spacelessScripts, wordCharacters } from './characters.ts'

/** One word of a search. */
export interface SearchWord {
  /** Terms that a text must all have. */
  terms: readonly string[]
  /** Alternatives to `terms`, any one of which is enough: other spellings of the word. Absent if there are none. */
  also?: readonly string[]
  /** Whether the only term, or another spelling, also matches as a prefix. */
  isPrefix: boolean
}

/** Minimum length of searchable words in scripts that write spaces, in characters. */
const shortestWord = 3

/** Longer words are truncated. */
const longestWord = 40

/** Maximum length of the terms (n-grams) of a run, in characters. */
const gramSize = 3

const letters = `[${wordCharacters}]`
const runLetter = `[[${spacelessScripts.map((script) => `\\p{scx=${script}}`).join('')}]&&${letters}]`
/** Matches a run of a script without spaces (its first group) or a word of any other script. Expects folded text. */
export const wordPattern = new RegExp(`(${runLetter}+)|[${letters}--${runLetter}]+`, 'gv')
const anyLetter = /[\p{L}\p{N}]/u
const plain = /^[\0-\x7f]*$/
const plainWords = /[a-z0-9_]+/g

// Optional marks: accents, Hebrew points, Arabic vowels and tatweel. Marks of other scripts are letters.
const accents =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]/g
const invisible = /\p{Default_Ignorable_Code_Point}/gu
// Letters with a stroke and ligatures, which Unicode does not decompose, and the final sigma.
const equivalents: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
}
const anyEquivalent = new RegExp(`[${Object.keys(equivalents).join('')}]`, 'g')

// Letters with a common two-letter spelling. Only texts that have the letter are indexed under both spellings: `neue`
// is not indexed as `neü`.
const twoLetterSpellings: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
const spelledWithTwo = /[äöüøå]|[aou]\u0308|a\u030a/i
const anySpelledWithTwo = new RegExp(spelledWithTwo, 'gi')

/** Replaces `ü` by `ue` and the like. Returns a text without such letters unchanged. */
export function spellOut(text: string): string {
  if (!spelledWithTwo.test(text)) return text
  return text
    .normalize('NFC')
    .replace(anySpelledWithTwo, (letter) => twoLetterSpellings[letter.toLowerCase()] ?? letter)
}

/** Normalises a text for comparison in searches: case, accents, width and invisible characters do not matter. */
export function foldText(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  // Upper case first, which unifies ß and ss, and dotted and dotless i.
  return text
    .normalize('NFKD')
    .replace(accents, '')
    .replace(invisible, '')
    .toUpperCase()
    .toLowerCase()
    .replace(anyEquivalent, (letter) => equivalents[letter] ?? letter)
    .normalize('NFKC')
}

/** The folded words of a text in order, including short ones, separated by spaces. */
export function phraseOf(text: string): string {
  return Array.from(foldText(text).matchAll(wordPattern), ([word]) => word).join(' ')
}

/**
 * The parts of a phrase to look for: pairs of adjacent words, and whole runs. They are substrings of
 * ` ${phraseOf(text)} `. Words beyond the first `maxWords` are ignored.
 */
export function phrasePartsOf(text: string, maxWords = Number.POSITIVE_INFINITY): string[] {
  const matches = [...foldText(text).matchAll(wordPattern)].slice(0, maxWords)
  const words = matches.map(({ 0: word, 1: run }) => ({ word, isRun: run !== undefined }))
  const parts = new Set<string>()
  for (const [place, { word, isRun }] of words.entries()) {
    const next = words[place + 1]
    // A run may be part of a longer run, so no space delimits it.
    if (next) parts.add(`${isRun ? '' : ' '}${word} ${next.word}${next.isRun ? '' : ' '}`)
    else if (isRun && place === 0 && word.length > gramSize) parts.add(word)
  }
  return [...parts]
}

/**
 * The terms of a text for the search index, each once. In scripts that write spaces these are the folded words of three
 * or more characters. In Chinese, Japanese, Korean, Thai and the like they are all n-grams of up to three characters, so
 * that searches find any part of a run. Words with `ü` and the like are indexed with `ue`, too.
 */
export function termsOf(text: string): string[] {
  const terms = new Set<string>()
  addTerms(terms, foldText(text))
  const spelled = spellOut(text)
  if (spelled !== text) addTerms(terms, foldText(spelled))
  return [...terms]
}

function addTerms(terms: Set<string>, folded: string): void {
  if (plain.test(folded)) {
    for (const [word] of folded.matchAll(plainWords)) {
      const term = termOf(word)
      if (term !== undefined) terms.add(term)
    }
    return
  }
  for (const [word, run] of folded.matchAll(wordPattern)) {
    if (run === undefined) {
      const term = termOf(word)
      if (term !== undefined) terms.add(term)
    } else if (anyLetter.test(run)) addGrams(terms, run)
  }
}

/**
 * Parses a search text into words, each once, at most `maxWords`. A run of a script without spaces is one word of any
 * length; words of other scripts with one or two characters are ignored. The last word is also a prefix. Characters
 * other than letters and digits have no meaning.
 */
export function searchWordsOf(text: string, maxWords: number): SearchWord[] {
  const found = new Map<string, SearchWord>()
  // Has the same number of words as the folded text.
  const spelled = phraseOf(spellOut(text)).split(' ')
  let last: string | undefined
  for (const [place, { 0: word, 1: run }] of [...foldText(text).matchAll(wordPattern)].entries()) {
    last = undefined
    if (run !== undefined) {
      if (anyLetter.test(run)) found.set(run, { terms: wholeGrams(run), isPrefix: false })
      continue
    }
    last = termOf(word)
    if (last === undefined || found.has(last)) continue
    const other = termOf(spelled[place] ?? '')
    const also = other !== undefined && other !== last && { also: [other] }
    found.set(last, { terms: [last], ...also, isPrefix: false })
  }
  const limited = new Map([...found].slice(0, maxWords))
  const lastWord = last === undefined ? undefined : limited.get(last)
  if (last !== undefined && lastWord) limited.set(last, { ...lastWord, isPrefix: true })
  return [...limited.values()]
}

/** The term of a folded word; undefined for words that are too short. */
export function termOf(word: string): string | undefined {
  const characters = word.length > shortestWord * 2 ? word.length : [...word].length
  if (characters < shortestWord || !anyLetter.test(word)) return undefined
  return word.length > longestWord ? [...word].slice(0, longestWord).join('') : word
}

function addGrams(terms: Set<string>, run: string): void {
  let previous: string[] = []
  for (const character of run) {
    // The grams that end at this character, the shortest first.
    previous = [character, ...previous.slice(0, gramSize - 1).map((gram) => gram + character)]
    for (const gram of previous) terms.add(gram)
  }
}

/** The grams of full length in a run. */
function wholeGrams(run: string): string[] {
  const characters = [...run].slice(0, longestWord)
  if (characters.length <= gramSize) return [characters.join('')]
  const starts = characters.slice(0, characters.length - gramSize + 1)
  return [...new Set(starts.map((_, start) => characters.slice(start, start + gramSize).join('')))]
}
