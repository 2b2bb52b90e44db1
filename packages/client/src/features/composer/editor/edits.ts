import type { TextRange } from '../../../points/composer/editor-handle.ts'

/** Replaces a range of the text, and selects another. */
export interface Edit extends TextRange {
  text: string
  selection: TextRange
}

interface Selected {
  text: string
  selection: TextRange
}

/** Whether the selection is surrounded by two texts, outside of it or inside. */
export function isWrapped({ text, selection }: Selected, before: string, after: string): boolean {
  return wrappedRange(text, selection, before, after) !== undefined
}

/** The edit of `EditorHandle.wrap`. White space at the ends of the selection stays outside. */
export function wrapEdit(
  { text, selection }: Selected,
  before: string,
  after: string,
  placeholder: string,
): Edit {
  const wrapped = wrappedRange(text, selection, before, after)
  if (wrapped !== undefined) {
    const { start, end } = wrapped
    const inner = text.slice(start + before.length, end - after.length)
    return { start, end, text: inner, selection: { start, end: start + inner.length } }
  }
  const { start, end } = trimmed(text, selection)
  const inner = start === end ? placeholder : text.slice(start, end)
  const innerStart = start + before.length
  return {
    start,
    end,
    text: before + inner + after,
    selection: { start: innerStart, end: innerStart + inner.length },
  }
}

/** The edit of `EditorHandle.prefixLines`. Empty lines between others get the prefix too. */
export function prefixEdit({ text, selection }: Selected, prefixOf: (index: number) => string): Edit {
  const start = text.lastIndexOf('\n', selection.start - 1) + 1
  // A selection that ends at the beginning of a line does not contain this line.
  const last = Math.max(selection.start, text[selection.end - 1] === '\n' ? selection.end - 1 : selection.end)
  const lineEnd = text.indexOf('\n', last)
  const end = lineEnd === -1 ? text.length : lineEnd
  const lines = text.slice(start, end).split('\n')
  const isPrefixed = lines.every((line, index) => line.startsWith(prefixOf(index)))
  const changed = lines
    .map((line, index) => (isPrefixed ? line.slice(prefixOf(index).length) : prefixOf(index) + line))
    .join('\n')
  const isCaret = selection.start === selection.end
  const moved = Math.max(start, selection.start + changed.length - (end - start))
  return {
    start,
    end,
    text: changed,
    selection: isCaret ? { start: moved, end: moved } : { start, end: start + changed.length },
  }
}

/** The range with the two texts around the selection. */
function wrappedRange(
  text: string,
  selection: TextRange,
  before: string,
  after: string,
): TextRange | undefined {
  const outside = { start: selection.start - before.length, end: selection.end + after.length }
  if (surrounds(text, outside, before, after)) return outside
  return surrounds(text, selection, before, after) ? selection : undefined
}

function surrounds(text: string, { start, end }: TextRange, before: string, after: string): boolean {
  if (start < 0 || end - start < before.length + after.length) return false
  if (!text.startsWith(before, start) || !text.startsWith(after, end - after.length)) return false
  // Stars stand for `*emphasis*`, `**strong**` and `***both***`.
  const stars = before[0] === '*' ? runOf(text, start, '*') : 0
  return stars === 0 || stars === before.length || stars === 3
}

/** Length of the run of a character around a position. */
function runOf(text: string, position: number, sign: string): number {
  let from = position
  while (text[from - 1] === sign) from -= 1
  let to = position
  while (text[to] === sign) to += 1
  return to - from
}

function trimmed(text: string, { start, end }: TextRange): TextRange {
  const selected = text.slice(start, end)
  if (selected.trim() === '') return { start, end }
  const lead = selected.length - selected.trimStart().length
  return { start: start + lead, end: start + selected.trimEnd().length }
}
