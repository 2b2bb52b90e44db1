import type { TextRange } from '@parley/client'

/** A text field, as far as edits depend on it. */
export interface Selected {
  readonly text: string
  readonly selection: TextRange
}

/** The replacement of one range, and the selection afterwards. */
export interface Edit extends TextRange {
  readonly text: string
  readonly selection: TextRange
}

/** The replacement of a range. Several of them, in the order of the text, make an edit. */
export interface Change extends TextRange {
  readonly text: string
  /** A caret at the start of the range stays before the text: so that a mark is closed behind the selection. */
  readonly stays?: true
}

/**
 * Joins changes into one edit: one step of undo. The selection keeps what it contains.
 * @param select part of the changed text to select instead, by the index of a change and a range of its text.
 * @returns undefined without a change.
 */
export function joinChanges(
  { text, selection }: Selected,
  changes: readonly Change[],
  select?: { index: number; range: TextRange },
): Edit | undefined {
  const [first] = changes
  const last = changes.at(-1)
  if (first === undefined || last === undefined) return undefined
  let joined = ''
  let position = first.start
  for (const change of changes) {
    joined += text.slice(position, change.start) + change.text
    position = change.end
  }
  const chosen = select && changes[select.index]
  if (select && chosen) {
    const start = moved(chosen.start, changes.slice(0, select.index))
    return {
      start: first.start,
      end: last.end,
      text: joined,
      selection: { start: start + select.range.start, end: start + select.range.end },
    }
  }
  return {
    start: first.start,
    end: last.end,
    text: joined,
    selection: { start: moved(selection.start, changes), end: moved(selection.end, changes) },
  }
}

/** Where a position is after changes. */
function moved(position: number, changes: readonly Change[]): number {
  let offset = 0
  for (const { start, end, text, stays } of changes) {
    if (position < start || (position === start && stays)) break
    if (position < end) return start + offset + Math.min(position - start, text.length)
    offset += text.length - (end - start)
  }
  return position + offset
}

/** Part of a text in one line: from `start` to `end` without the line break. */
export interface Line extends TextRange {
  readonly text: string
}

/** The lines that a range touches. A range that ends at the beginning of a line does not contain this line. */
export function linesOf(text: string, { start, end }: TextRange): Line[] {
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end
  const lines: Line[] = []
  let position = text.lastIndexOf('\n', start - 1) + 1
  while (position <= last) {
    const line = lineAt(text, position)
    lines.push(line)
    position = line.end + 1
  }
  return lines
}

/** The line of a position. */
export function lineAt(text: string, position: number): Line {
  const start = text.lastIndexOf('\n', position - 1) + 1
  const next = text.indexOf('\n', position)
  const end = next === -1 ? text.length : next
  return { start, end, text: text.slice(start, end) }
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Moves the ends of a range out of characters of several units: an emoji, a flag, a letter with marks. */
export function wholeCharacters(text: string, { start, end }: TextRange): TextRange {
  const first = characterAt(text, start).start
  return { start: first, end: start === end ? first : characterAt(text, end).end }
}

function characterAt(text: string, position: number): TextRange {
  const line = lineAt(text, position)
  const inside = segmenter.segment(line.text).containing(position - line.start)
  if (inside === undefined || inside.index === position - line.start)
    return { start: position, end: position }
  const start = line.start + inside.index
  return { start, end: start + inside.segment.length }
}

const wordCharacter = /[\p{L}\p{M}\p{N}]/u
const innerCharacter = /[\p{L}\p{M}\p{N}'’_-]/u

/** The word at a caret, of letters, digits, and apostrophes, hyphens and underscores between them; the caret if there is none. */
export function wordAt(text: string, caret: number): TextRange {
  const line = lineAt(text, caret)
  const before = [...text.slice(line.start, caret)]
  const after = [...text.slice(caret, line.end)]
  const lead = before.slice(before.findLastIndex((character) => !innerCharacter.test(character)) + 1)
  const end = after.findIndex((character) => !innerCharacter.test(character))
  const word = lead.join('') + after.slice(0, end === -1 ? after.length : end).join('')
  const from = caret - lead.join('').length
  const [first, last] = [firstLetter(word), lastLetter(word)]
  if (first === undefined || last === undefined) return { start: caret, end: caret }
  const range = { start: from + first, end: from + last }
  return range.start <= caret && caret <= range.end ? range : { start: caret, end: caret }
}

function firstLetter(word: string): number | undefined {
  const index = word.search(wordCharacter)
  return index === -1 ? undefined : index
}

function lastLetter(word: string): number | undefined {
  const characters = [...word]
  const last = characters.findLastIndex((character) => wordCharacter.test(character))
  return last === -1 ? undefined : characters.slice(0, last + 1).join('').length
}

/** Whether a letter or digit stands right before a position. */
export function isLetterBefore(text: string, position: number): boolean {
  return /[\p{L}\p{M}\p{N}]$/u.test(text.slice(Math.max(0, position - 2), position))
}

/** Whether a letter or digit stands right behind a position. */
export function isLetterBehind(text: string, position: number): boolean {
  return /^[\p{L}\p{M}\p{N}]/u.test(text.slice(position, position + 2))
}

/** A range without the blanks at its ends; the range itself if it has nothing else. */
export function trimmed(text: string, { start, end }: TextRange): TextRange {
  const selected = text.slice(start, end)
  if (selected.trim() === '') return { start, end }
  return {
    start: start + selected.length - selected.trimStart().length,
    end: start + selected.trimEnd().length,
  }
}
