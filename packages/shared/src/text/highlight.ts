import { truncate } from '../markup/excerpt.ts'
import { foldText, type SearchWord, spellOut, termOf, wordPattern } from './words.ts'

/** A piece of a text, and whether it is what a search looks for. */
export interface TextPart {
  text: string
  isFound: boolean
}

/** A text as searches compare it, and where each of its units comes from. */
interface FoldedText {
  folded: string
  /** For each unit of `folded`, the beginning and the end of the characters that it was made of. */
  starts: number[]
  ends: number[]
}

type Range = readonly [start: number, end: number]

/** What stands before the first word found in an excerpt, in characters: this, and a third at most. */
const longestLead = 40

const attached = String.raw`[\p{M}\p{Default_Ignorable_Code_Point}]`
// Plain text, which folds unit by unit; any other character with what belongs to it.
const clusters = new RegExp(`[\\0-\\x7f]+(?!${attached})|[^]${attached}*`, 'gu')

/** Cuts a text where a search found something in it: pieces in order that make up the text in its composed form. */
export function markWords(text: string, words: readonly SearchWord[]): TextPart[] {
  const composed = text.normalize('NFC')
  const parts: TextPart[] = []
  let end = 0
  for (const range of findWords(composed, words)) {
    if (range[0] > end) parts.push({ text: composed.slice(end, range[0]), isFound: false })
    parts.push({ text: composed.slice(...range), isFound: true })
    end = range[1]
  }
  if (end < composed.length) parts.push({ text: composed.slice(end), isFound: false })
  return parts
}

/** The part of a text around the first thing found in it, of at most `length` characters and marks of omission. */
export function excerptAround(text: string, words: readonly SearchWord[], length: number): TextPart[] {
  const composed = text.normalize('NFC')
  const first = findWords(composed, words)[0]?.[0] ?? 0
  const lead = Math.min(longestLead, Math.floor(length / 3))
  // From the end one goes back as far as there is room.
  const start = beginning(composed, Math.min(first - lead, composed.length - length))
  const cut = truncate(composed.slice(start), length)
  return markWords(start === 0 ? cut : `…${cut}`, words)
}

/** Where an excerpt may begin that has to hold what follows `wanted`: at a word, if one begins soon. */
function beginning(text: string, wanted: number): number {
  if (wanted <= 0) return 0
  const soon = text.slice(wanted, wanted + longestLead / 2)
  const space = soon.search(/\s\S/)
  if (space >= 0) return wanted + space + 1
  const after = /^[\udc00-\udfff\p{M}\p{Default_Ignorable_Code_Point}]+/v.exec(soon)
  return wanted + (after?.[0].length ?? 0)
}

/** Where a composed text holds what a search looks for, as the search itself compares them: in order and apart. */
function findWords(text: string, words: readonly SearchWord[]): Range[] {
  const found = findFolded(foldWithPlaces(text, foldText), words)
  if (spellOut(text) === text) return found
  const spelled = foldWithPlaces(text, (part) => foldText(spellOut(part)))
  return merged([...found, ...findFolded(spelled, words)])
}

function findFolded({ folded, starts, ends }: FoldedText, words: readonly SearchWord[]): Range[] {
  const wanted = words.filter(
    ({ terms }) => terms.length === 1 || terms.every((term) => folded.includes(term)),
  )
  const found: Range[] = []
  for (const { 0: word, 1: run, index } of folded.matchAll(wordPattern)) {
    const ranges = run === undefined ? inWord(word, wanted) : inRun(run, wanted)
    for (const [start, end] of ranges) {
      found.push([starts[index + start] ?? 0, ends[index + end - 1] ?? 0])
    }
  }
  return merged(found)
}

function inWord(word: string, wanted: readonly SearchWord[]): Range[] {
  const term = termOf(word)
  if (term === undefined) return []
  return wanted.flatMap(({ terms: [first = ''], also = [], isPrefix }): Range[] => {
    const spellings = [first, ...also]
    if (spellings.includes(term)) return [[0, word.length]]
    const begun = isPrefix ? spellings.find((spelling) => term.startsWith(spelling)) : undefined
    return begun === undefined ? [] : [[0, begun.length]]
  })
}

function inRun(run: string, wanted: readonly SearchWord[]): Range[] {
  const found: Range[] = []
  for (const term of wanted.flatMap(({ terms }) => terms)) {
    for (let at = run.indexOf(term); at >= 0; at = run.indexOf(term, at + 1)) {
      found.push([at, at + term.length])
    }
  }
  return found
}

function merged(ranges: Range[]): Range[] {
  const result: Range[] = []
  for (const [start, end] of ranges.sort((one, other) => one[0] - other[0])) {
    const last = result.at(-1)
    if (last !== undefined && start <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], end)]
    else result.push([start, end])
  }
  return result
}

function foldWithPlaces(text: string, fold: (part: string) => string): FoldedText {
  const starts: number[] = []
  const ends: number[] = []
  const known = new Map<string, string>()
  let folded = ''
  for (const { 0: cluster, index } of text.matchAll(clusters)) {
    const piece = known.get(cluster) ?? fold(cluster)
    if (cluster.length < 8) known.set(cluster, piece)
    const isPlain = cluster.charCodeAt(0) < 128 && piece.length === cluster.length
    for (let unit = 0; unit < piece.length; unit += 1) {
      starts.push(isPlain ? index + unit : index)
      ends.push(isPlain ? index + unit + 1 : index + cluster.length)
    }
    folded += piece
  }
  return { folded, starts, ends }
}
