import { truncate } from '../markup/excerpt.ts'
import { foldText, type SearchWord, spellOut, termOf, wordPattern } from './words.ts'

/** A piece of a text; `isFound` marks the matches of a search. */
export interface TextPart {
  text: string
  isFound: boolean
}

/** A text in the folded form that searches compare, with the original position of each code unit. */
interface FoldedText {
  folded: string
  /** For each code unit of `folded`, the beginning and the end of its original characters. */
  starts: number[]
  ends: number[]
}

type Range = readonly [start: number, end: number]

/** Maximum length of the context before the first match in an excerpt, in characters; also at most a third. */
const maxLead = 40

const attached = String.raw`[\p{M}\p{Default_Ignorable_Code_Point}]`
// A stretch of ASCII, which folds unit by unit, or any other character with the marks attached to it.
const clusters = new RegExp(`[\\0-\\x7f]+(?!${attached})|[^]${attached}*`, 'gu')

/** Splits a text at the matches of a search: the parts in order make up the text in its composed form (NFC). */
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

/** An excerpt around the first match in a text, of at most `length` characters plus ellipses. */
export function excerptAround(text: string, words: readonly SearchWord[], length: number): TextPart[] {
  const composed = text.normalize('NFC')
  const first = findWords(composed, words)[0]?.[0] ?? 0
  const lead = Math.min(maxLead, Math.floor(length / 3))
  // Near the end of the text, the excerpt begins earlier so that it is longer, but the match stays in its first lines.
  const earliest = Math.max(first - 2 * lead, composed.length - length)
  const start = excerptStart(composed, Math.min(first - lead, earliest))
  const cut = truncate(composed.slice(start), length)
  return markWords(start === 0 ? cut : `…${cut}`, words)
}

/** The start of an excerpt: the first word soon after `earliest`, else the next whole character. */
function excerptStart(text: string, earliest: number): number {
  if (earliest <= 0) return 0
  const next = text.slice(earliest, earliest + maxLead / 2)
  const space = next.search(/\s\S/)
  if (space >= 0) return earliest + space + 1
  const rest = /^[\udc00-\udfff\p{M}\p{Default_Ignorable_Code_Point}]+/v.exec(next)
  return earliest + (rest?.[0].length ?? 0)
}

/** The matches of a search in a composed text, by the comparison of the search itself: in order, without overlaps. */
function findWords(text: string, words: readonly SearchWord[]): Range[] {
  const found = findFolded(foldWithOffsets(text, foldText), words)
  if (spellOut(text) === text) return found
  const spelled = foldWithOffsets(text, (part) => foldText(spellOut(part)))
  return mergeRanges([...found, ...findFolded(spelled, words)])
}

function findFolded({ folded, starts, ends }: FoldedText, words: readonly SearchWord[]): Range[] {
  const candidates = words.filter(
    ({ terms }) => terms.length === 1 || terms.every((term) => folded.includes(term)),
  )
  const found: Range[] = []
  for (const { 0: word, 1: run, index } of folded.matchAll(wordPattern)) {
    const ranges = run === undefined ? matchInWord(word, candidates) : matchInRun(run, candidates)
    for (const [start, end] of ranges) {
      found.push([starts[index + start] ?? 0, ends[index + end - 1] ?? 0])
    }
  }
  return mergeRanges(found)
}

function matchInWord(word: string, searched: readonly SearchWord[]): Range[] {
  const term = termOf(word)
  if (term === undefined) return []
  return searched.flatMap(({ terms: [first = ''], also = [], isPrefix }): Range[] => {
    const spellings = [first, ...also]
    if (spellings.includes(term)) return [[0, word.length]]
    const prefix = isPrefix ? spellings.find((spelling) => term.startsWith(spelling)) : undefined
    return prefix === undefined ? [] : [[0, prefix.length]]
  })
}

function matchInRun(run: string, searched: readonly SearchWord[]): Range[] {
  const found: Range[] = []
  for (const term of searched.flatMap(({ terms }) => terms)) {
    for (let at = run.indexOf(term); at >= 0; at = run.indexOf(term, at + 1)) {
      found.push([at, at + term.length])
    }
  }
  return found
}

function mergeRanges(ranges: Range[]): Range[] {
  const result: Range[] = []
  for (const [start, end] of ranges.sort((one, other) => one[0] - other[0])) {
    const last = result.at(-1)
    if (last !== undefined && start <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], end)]
    else result.push([start, end])
  }
  return result
}

function foldWithOffsets(text: string, fold: (part: string) => string): FoldedText {
  const starts: number[] = []
  const ends: number[] = []
  const cache = new Map<string, string>()
  let folded = ''
  for (const { 0: cluster, index } of text.matchAll(clusters)) {
    const piece = cache.get(cluster) ?? fold(cluster)
    if (cluster.length < 8) cache.set(cluster, piece)
    const isPlain = cluster.charCodeAt(0) < 128 && piece.length === cluster.length
    for (let unit = 0; unit < piece.length; unit += 1) {
      starts.push(isPlain ? index + unit : index)
      ends.push(isPlain ? index + unit + 1 : index + cluster.length)
    }
    folded += piece
  }
  return { folded, starts, ends }
}
