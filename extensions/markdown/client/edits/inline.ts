import type { TextRange } from '@parley/client'
import { partsOf } from './blocks.ts'
import {
  type Change,
  type Edit,
  isLetterBefore,
  isLetterBehind,
  joinChanges,
  type Line,
  linesOf,
  type Selected,
  trimmed,
  wholeCharacters,
  wordAt,
} from './edit.ts'

/** A style of text within a line. */
export interface InlineStyle {
  /** Finds the texts with the style in a line, by the ranges of their marks. */
  find(line: string): readonly Marked[]
  /** The marks around a text; `position` is where it stands. */
  marksFor(content: string, text: string, position: TextRange): readonly [string, string]
}

/** Marks around a text, as offsets in a line. */
interface Marked {
  before: TextRange
  after: TextRange
}

/** Switches a style of the selection, of the word at the caret, or of a placeholder. */
export function toggleInline(selected: Selected, style: InlineStyle, placeholder: string): Edit | undefined {
  const { text } = selected
  const selection = wholeCharacters(text, selected.selection)
  const lines = linesOf(text, selection)
  if (lines.length > 1) return toggleLines({ text, selection }, lines, style)
  const [line] = lines
  const range = targetOf({ text, selection })
  const marked = line && findMarked(line, range, style)
  if (marked) return joinChanges({ text, selection }, removalOf(marked))
  if (range.start < range.end) return joinChanges({ text, selection }, surround(text, range, style))
  const [before, after] = style.marksFor(placeholder, text, range)
  const change = { ...range, text: before + placeholder + after }
  const inner = { start: before.length, end: before.length + placeholder.length }
  return joinChanges({ text, selection }, [change], { index: 0, range: inner })
}

/** Whether the selection, or the caret, is in text with a style. */
export function hasInline({ text, selection }: Selected, style: InlineStyle): boolean {
  const lines = linesOf(text, selection).slice(0, mostLines)
  if (lines.length === 1) {
    const [line] = lines
    return line !== undefined && findMarked(line, targetOf({ text, selection }), style) !== undefined
  }
  const ranges = rangesIn({ text, selection }, lines)
  return ranges.length > 0 && ranges.every(({ line, range }) => findMarked(line, range, style) !== undefined)
}

/** Lines that `hasInline` looks at: it runs at every key. */
const mostLines = 50

function targetOf({ text, selection }: Selected): TextRange {
  const { start, end } = selection
  if (start === end) return wordAt(text, start)
  // Blanks alone have no style.
  return text.slice(start, end).trim() === '' ? { start, end: start } : trimmed(text, selection)
}

function toggleLines(selected: Selected, lines: readonly Line[], style: InlineStyle): Edit | undefined {
  const { text } = selected
  const ranges = rangesIn(selected, lines)
  const found = ranges.map(({ line, range }) => findMarked(line, range, style))
  const isOn = found.every((marked) => marked !== undefined)
  const changes = ranges.flatMap(({ range }, index) => {
    const marked = found[index]
    if (isOn) return marked === undefined ? [] : removalOf(marked)
    return marked === undefined ? surround(text, range, style).map(around) : []
  })
  return joinChanges(selected, changes)
}

/** Of several lines the selection contains the marks, too. */
function around({ start, end, text, stays }: Change): Change {
  return stays ? { start, end, text } : { start, end, text, stays: true }
}

/** The selected part of each line, without the marks of its block and blanks around it; blank lines have none. */
function rangesIn({ text, selection }: Selected, lines: readonly Line[]): { line: Line; range: TextRange }[] {
  return lines.flatMap((line) => {
    const content = line.end - partsOf(line.text).text.length
    const start = Math.max(selection.start, content)
    const end = Math.min(selection.end, line.end)
    if (start >= end || text.slice(start, end).trim() === '') return []
    return [{ line, range: trimmed(text, { start, end }) }]
  })
}

/** The marks around a range, or at its ends; as places in the text. */
function findMarked(line: Line, range: TextRange, style: InlineStyle): Marked | undefined {
  const inLine = { start: range.start - line.start, end: range.end - line.start }
  const isCaret = range.start === range.end
  const contains = ({ before, after }: Marked) =>
    isCaret
      ? before.end <= inLine.start && inLine.end <= after.start
      : before.start <= inLine.start && inLine.end <= after.end
  const marked = style.find(line.text).findLast(contains)
  const shifted = ({ start, end }: TextRange) => ({ start: start + line.start, end: end + line.start })
  return marked && { before: shifted(marked.before), after: shifted(marked.after) }
}

function removalOf({ before, after }: Marked): Change[] {
  return [
    { ...before, text: '' },
    { ...after, text: '' },
  ]
}

function surround(text: string, range: TextRange, style: InlineStyle): Change[] {
  const [before, after] = style.marksFor(text.slice(range.start, range.end), text, range)
  return [
    { start: range.start, end: range.start, text: before },
    { start: range.end, end: range.end, text: after, stays: true },
  ]
}

/** A style of runs of one character: a run of two is strong, one of one emphasis, one of three both. */
function runs(signs: string, width: number): InlineStyle['find'] {
  return (line) => {
    const found: Marked[] = []
    const open: { sign: string; start: number; length: number }[] = []
    for (const { index, 0: run } of withoutCode(line).matchAll(new RegExp(`([${signs}])\\1*`, 'g'))) {
      const sign = run.charAt(0)
      const end = index + run.length
      if (!fits(run.length, sign, width)) continue
      const opening = open.findLast((other) => other.sign === sign)
      if (opening && canClose(line, sign, index, end)) {
        open.splice(open.indexOf(opening))
        const inner = opening.start + opening.length
        found.push({
          before: { start: inner - width, end: inner },
          after: { start: index, end: index + width },
        })
      } else if (canOpen(line, sign, index, end)) open.push({ sign, start: index, length: run.length })
    }
    return found
  }
}

function fits(length: number, sign: string, width: number): boolean {
  if (sign === '~') return length === width
  return length === width || length === 3
}

function canOpen(line: string, sign: string, start: number, end: number): boolean {
  return /^\S/.test(line.slice(end)) && !(sign === '_' && isLetterBefore(line, start))
}

function canClose(line: string, sign: string, start: number, end: number): boolean {
  return /\S$/.test(line.slice(0, start)) && !(sign === '_' && isLetterBehind(line, end))
}

/** A line with blanks for escaped characters and code, which have no marks. */
function withoutCode(line: string): string {
  const blank = (part: string) => ' '.repeat(part.length)
  return line.replace(/\\[!-/:-@[-`{-~]/g, (part) => 'xx'.slice(0, part.length)).replace(codeSpan, blank)
}

const codeSpan = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g

const same = (mark: string) => () => [mark, mark] as const

export const bold: InlineStyle = { find: runs('*_', 2), marksFor: same('**') }

export const italic: InlineStyle = {
  find: runs('*_', 1),
  marksFor(_content, text, { start, end }) {
    // Underscores inside of words stay text.
    const isPartOfWord = isLetterBefore(text, start) || isLetterBehind(text, end)
    return isPartOfWord ? ['*', '*'] : ['_', '_']
  },
}

export const strikethrough: InlineStyle = { find: runs('~', 2), marksFor: same('~~') }

export const code: InlineStyle = {
  find: (line) =>
    [...line.matchAll(codeSpan)].map(({ index, 1: ticks = '', 2: content = '' }) => {
      // A blank that keeps ticks apart belongs to the marks.
      const isPadded = /^ .*`.* $/.test(content)
      const width = ticks.length + (isPadded ? 1 : 0)
      const end = index + content.length + 2 * ticks.length
      return { before: { start: index, end: index + width }, after: { start: end - width, end } }
    }),
  marksFor(content) {
    const longest = Math.max(0, ...[...content.matchAll(/`+/g)].map(([run]) => run.length))
    const ticks = '`'.repeat(longest + 1)
    return longest > 0 ? [`${ticks} `, ` ${ticks}`] : [ticks, ticks]
  },
}

export const spoiler: InlineStyle = {
  find: (line) =>
    [...withoutCode(line).matchAll(/>!(?=\S)(.*?\S)!<|\|\|(?=\S)(.*?\S)\|\|/g)].map(({ index, 0: all }) => ({
      before: { start: index, end: index + 2 },
      after: { start: index + all.length - 2, end: index + all.length },
    })),
  marksFor: () => ['>!', '!<'],
}
