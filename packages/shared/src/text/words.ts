/** One thing that a search looks for. */
export interface SearchWord {
  /** Terms of which a text must have every one. */
  terms: readonly string[]
  /** Terms of which one is enough instead: other spellings of the word. Absent where there are none. */
  also?: readonly string[]
  /** Whether the only term, or another spelling, may also be the beginning of a longer one. */
  isPrefix: boolean
}

/** Shortest word of a script that writes spaces that counts, in characters. */
const shortestWord = 3

/** Longer words are known by their beginning. */
const longestWord = 40

/** Characters of a run that a term holds at most. */
const gramSize = 3

const letters = String.raw`[\p{L}\p{N}\p{M}_]`
const spaceless = ['Hani', 'Hira', 'Kana', 'Bopo', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr', 'Tibt', 'Yiii']
const runLetter = `[[${spaceless.map((script) => `\\p{scx=${script}}`).join('')}]&&${letters}]`
/** A run of a script without spaces, which is its first group, or a word of any other. Wants folded text. */
export const wordPattern = new RegExp(`(${runLetter}+)|[${letters}--${runLetter}]+`, 'gv')
const anyLetter = /[\p{L}\p{N}]/u
const plain = /^[\0-\x7f]*$/
const plainWords = /[a-z0-9_]+/g

// Marks that readers leave out: accents, Hebrew points, Arabic vowels and stretching. Marks of other scripts are letters.
const accents =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]/g
const invisible = /\p{Default_Ignorable_Code_Point}/gu
// Letters with a stroke and ligatures, which Unicode does not take apart, and the sigma at the end of words.
const alike: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
}
const folding = new RegExp(`[${Object.keys(alike).join('')}]`, 'g')

// Letters that writers without them spell with two. Only a text that has the letter is found by both spellings: a word
// such as `neue` stays one word.
const twoLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
const spelledWithTwo = /[äöüøå]|[aou]\u0308|a\u030a/i
const anySpelledWithTwo = new RegExp(spelledWithTwo, 'gi')

/** A text with `ue` for `ü` and the like; the same text where it has none of these letters. */
export function spellOut(text: string): string {
  if (!spelledWithTwo.test(text)) return text
  return text
    .normalize('NFC')
    .replace(anySpelledWithTwo, (letter) => twoLetters[letter.toLowerCase()] ?? letter)
}

/** A text as searches compare it: case, accents, width and invisible characters do not matter. */
export function foldText(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  // Upper case first: it makes ß and ss, and the two kinds of i, the same.
  return text
    .normalize('NFKD')
    .replace(accents, '')
    .replace(invisible, '')
    .toUpperCase()
    .toLowerCase()
    .replace(folding, (letter) => alike[letter] ?? letter)
    .normalize('NFKC')
}

/** The words of a text in order, short ones too, as searches compare them, with a space between them. */
export function phraseOf(text: string): string {
  return Array.from(foldText(text).matchAll(wordPattern), ([word]) => word).join(' ')
}

/**
 * What a text has that holds a search as a phrase: neighbouring words, and whole runs. Parts of ` ${phraseOf(text)} `.
 * Words behind the first `most` are left out.
 */
export function phrasePartsOf(text: string, most = Number.POSITIVE_INFINITY): string[] {
  const found = [...foldText(text).matchAll(wordPattern)].slice(0, most)
  const words = found.map(({ 0: word, 1: run }) => ({ word, isRun: run !== undefined }))
  const parts = new Set<string>()
  for (const [place, { word, isRun }] of words.entries()) {
    const next = words[place + 1]
    // A run may stand within a longer one.
    if (next) parts.add(`${isRun ? '' : ' '}${word} ${next.word}${next.isRun ? '' : ' '}`)
    else if (isRun && place === 0 && word.length > gramSize) parts.add(word)
  }
  return [...parts]
}

/**
 * The terms under which a text is found, each once. Of scripts that write spaces these are the folded words of three
 * characters and more. Of Chinese, Japanese, Korean, Thai and the like they are all sequences of up to three characters
 * in a run, so that anything that stands in the run can be found. A word with `ü` and the like is found with `ue`, too.
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
 * What a search text looks for: its words, each once, at most `most` of them. A run of a script without spaces is one
 * word, however short; words of other scripts with one or two characters count for nothing. The last word may be the
 * beginning of a longer one. Nothing that is no letter or number has a meaning.
 */
export function searchWordsOf(text: string, most: number): SearchWord[] {
  const found = new Map<string, SearchWord>()
  // Word by word the same as the folded text.
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
  const wanted = new Map([...found].slice(0, most))
  const begun = last === undefined ? undefined : wanted.get(last)
  if (last !== undefined && begun) wanted.set(last, { ...begun, isPrefix: true })
  return [...wanted.values()]
}

/** The term of a folded word; undefined for words that do not count. */
export function termOf(word: string): string | undefined {
  const characters = word.length > shortestWord * 2 ? word.length : [...word].length
  if (characters < shortestWord || !anyLetter.test(word)) return undefined
  return word.length > longestWord ? [...word].slice(0, longestWord).join('') : word
}

function addGrams(terms: Set<string>, run: string): void {
  let previous: string[] = []
  for (const character of run) {
    // The grams that end here, from the shortest on.
    previous = [character, ...previous.slice(0, gramSize - 1).map((gram) => gram + character)]
    for (const gram of previous) terms.add(gram)
  }
}

/** The longest grams that a run consists of. */
function wholeGrams(run: string): string[] {
  const characters = [...run].slice(0, longestWord)
  if (characters.length <= gramSize) return [characters.join('')]
  const starts = characters.slice(0, characters.length - gramSize + 1)
  return [...new Set(starts.map((_, start) => characters.slice(start, start + gramSize).join('')))]
}
