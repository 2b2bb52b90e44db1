import { codeAround, isBlank, isNumber, partsOf } from './blocks.ts'
import { type Change, type Edit, joinChanges, type Line, lineAt, linesOf, type Selected } from './edit.ts'

/** The lines of the selection that a style of lines applies to: without blank ones, unless there are no others. */
function markedLines({ text, selection }: Selected): Line[] {
  const lines = linesOf(text, selection)
  const filled = lines.filter((line) => !isBlank(line.text))
  return filled.length > 0 ? filled : lines.slice(0, 1)
}

/** A change at the beginning of a line's own text: behind the marks of quotations. */
function atStart({ start, text }: Line, removed: number, added: string): Change {
  const { quote } = partsOf(text)
  const from = start + quote.length
  return { start: from, end: from + removed, text: added }
}

/** Makes headings of the third level of lines; text again if all are headings. */
export function toggleHeading(selected: Selected, placeholder: string): Edit | undefined {
  const lines = markedLines(selected)
  const isOn = hasHeading(selected)
  const changes = lines.flatMap((line): Change[] => {
    const { heading, text } = partsOf(line.text)
    const start = line.end - text.length - heading.length
    if (isOn) return [{ start, end: start + heading.length, text: '' }]
    return heading === '' ? [{ start, end: start, text: '### ' }] : []
  })
  return isOn ? joinChanges(selected, changes) : withPlaceholder(selected, lines, changes, placeholder)
}

/** Whether all selected lines are headings. */
export function hasHeading(selected: Selected): boolean {
  return markedLines(selected).every(({ text }) => partsOf(text).heading !== '')
}

/** Makes list items of lines; text again if all are items of such a list. Items of the other kind change it. */
export function toggleList(selected: Selected, isOrdered: boolean, placeholder: string): Edit | undefined {
  const lines = markedLines(selected)
  const isOn = hasList(selected, isOrdered)
  const first = isOrdered ? nextNumber(selected.text, lines[0]) : 1
  const changes = lines.map((line, index) => {
    const { indent, marker, gap } = partsOf(line.text)
    const kept = marker === '' ? '' : indent
    const removed = kept.length + marker.length + gap.length
    return atStart(line, removed, isOn ? kept : `${kept}${isOrdered ? `${first + index}. ` : '- '}`)
  })
  if (isOn) return joinChanges(selected, changes)
  const isItem = (line: Line) => partsOf(line.text).marker !== ''
  return withPlaceholder(selected, lines, apart(selected.text, lines, changes, isItem), placeholder)
}

/** Whether all selected lines are items of a numbered list, or of a bulleted one. */
export function hasList(selected: Selected, isOrdered: boolean): boolean {
  return markedLines(selected).every(({ text }) => {
    const { marker } = partsOf(text)
    return marker !== '' && isNumber(marker) === isOrdered
  })
}

/** The number of the first item: after that of the line before, if it is one. */
function nextNumber(text: string, first: Line | undefined): number {
  if (first === undefined || first.start === 0) return 1
  const { marker } = partsOf(lineAt(text, first.start - 1).text)
  return isNumber(marker) ? Number.parseInt(marker, 10) + 1 : 1
}

/** Quotes lines: blank ones between others, too. Takes one level off if all are quoted. */
export function toggleQuote(selected: Selected, placeholder: string): Edit | undefined {
  return togglePrefix(selected, { mark: '>', pattern: /^ {0,3}>(?!!) ?/, placeholder })
}

/** Whether all selected lines are quoted. */
export function hasQuote({ text, selection }: Selected): boolean {
  return linesOf(text, selection).every((line) => /^ {0,3}>(?!!)/.test(line.text))
}

const spoilerLine = /^ {0,3}>! ?(?!.*!<)/

/** Hides whole lines as a spoiler; shows them again if all are hidden. At a caret the block around it. */
export function toggleSpoilerLines(selected: Selected): Edit | undefined {
  const { text, selection } = selected
  const isCaret = selection.start === selection.end
  const range =
    isCaret && hasSpoilerLines(selected) ? blockAround(text, selection.start, spoilerLine) : undefined
  const lines = { text, selection: range ?? selection }
  return togglePrefix({ ...lines }, { mark: '>!', pattern: spoilerLine, placeholder: '' }, selected)
}

/** Whether all selected lines belong to a spoiler of lines. */
export function hasSpoilerLines({ text, selection }: Selected): boolean {
  return linesOf(text, selection).every((line) => spoilerLine.test(line.text))
}

function blockAround(text: string, position: number, pattern: RegExp) {
  let { start, end } = lineAt(text, position)
  while (start > 0 && pattern.test(lineAt(text, start - 1).text)) start = lineAt(text, start - 1).start
  while (end < text.length && pattern.test(lineAt(text, end + 1).text)) end = lineAt(text, end + 1).end
  return { start, end }
}

interface Prefix {
  mark: string
  pattern: RegExp
  placeholder: string
}

function togglePrefix(
  chosen: Selected,
  { mark, pattern, placeholder }: Prefix,
  selected: Selected = chosen,
): Edit | undefined {
  const lines = linesOf(chosen.text, chosen.selection)
  const isOn = lines.every((line) => pattern.test(line.text))
  const changes = lines.map((line): Change => {
    const { start, text } = line
    const length = isOn ? (pattern.exec(text)?.[0].length ?? 0) : 0
    const added = isOn ? '' : text.trim() === '' && lines.length > 1 ? mark : `${mark} `
    return { start, end: start + length, text: added }
  })
  if (isOn) return joinChanges(selected, changes)
  const isSame = (line: Line) => pattern.test(line.text)
  return withPlaceholder(selected, lines, apart(chosen.text, lines, changes, isSame), placeholder)
}

/** Adds blank lines where the lines would else join a paragraph before or behind them. */
function apart(
  text: string,
  lines: readonly Line[],
  changes: readonly Change[],
  isSame: (line: Line) => boolean,
): Change[] {
  const [first] = lines
  const last = lines.at(-1)
  const result = [...changes]
  const [opening] = result
  if (first === undefined || last === undefined || opening === undefined) return result
  const before = first.start > 0 ? lineAt(text, first.start - 1) : undefined
  if (before && !isBlank(before.text) && !isSame(before)) {
    const { quote } = partsOf(first.text)
    const blank = opening.start > first.start ? `\n${quote}` : '\n'
    result[0] = { ...opening, text: `${blank}${opening.text}` }
  }
  const behind = last.end < text.length ? lineAt(text, last.end + 1) : undefined
  if (behind && !isBlank(behind.text) && !isSame(behind)) {
    const quote = (result.at(-1)?.start ?? 0) > last.start ? partsOf(last.text).quote.trimEnd() : ''
    result.push({ start: last.end, end: last.end, text: `\n${quote}`, stays: true })
  }
  return result
}

/** Marks of a line without text get a selected placeholder. */
function withPlaceholder(
  selected: Selected,
  lines: readonly Line[],
  changes: readonly Change[],
  placeholder: string,
): Edit | undefined {
  const [line] = lines
  const [change] = changes
  const isEmpty = lines.length === 1 && line !== undefined && partsOf(line.text).text.trim() === ''
  if (!isEmpty || change === undefined || placeholder === '') return joinChanges(selected, changes)
  const start = change.text.length
  const filled = { ...change, end: line.end, text: change.text + placeholder }
  const range = { start, end: start + placeholder.length }
  return joinChanges(selected, [filled, ...changes.slice(1)], { index: 0, range })
}

/** Makes code of whole lines, between fences; takes the fences off around the selection. */
export function toggleCodeBlock(selected: Selected): Edit | undefined {
  const { text, selection } = selected
  const block = codeAround(text, selection.start)
  if (block) {
    const { opening, closing } = block
    const isEmpty = closing && closing.start === opening.end + 1
    // Where no fence closes the code, what stands behind the first may be text.
    const fence = /^.*?(?:`{3,}|~{3,})/.exec(opening.text)?.[0].length ?? 0
    const isText = closing === undefined && opening.text.slice(fence).trim() !== ''
    const behind = isText ? opening.start + fence : Math.min(text.length, opening.end + 1)
    const removed: Change[] = [{ start: opening.start, end: behind, text: '' }]
    if (closing)
      removed.push({ start: isEmpty ? closing.start : closing.start - 1, end: closing.end, text: '' })
    return joinChanges(selected, removed)
  }
  const lines = linesOf(text, selection)
  const [first] = lines
  const last = lines.at(-1)
  if (first === undefined || last === undefined) return undefined
  const longest = Math.max(
    2,
    ...[...text.slice(first.start, last.end).matchAll(/`+/g)].map(([run]) => run.length),
  )
  const fence = '`'.repeat(longest + 1)
  const { quote } = partsOf(first.text)
  return joinChanges(selected, [
    { start: first.start, end: first.start, text: `${quote}${fence}\n` },
    { start: last.end, end: last.end, text: `\n${quote}${fence}`, stays: true },
  ])
}

/** Whether the selection is in fenced code. */
export function hasCodeBlock({ text, selection }: Selected): boolean {
  const block = codeAround(text, selection.start)
  return block !== undefined && selection.end <= (block.closing?.end ?? text.length)
}

/** Whether several lines with text are selected. */
export function hasSeveralLines({ text, selection }: Selected): boolean {
  return linesOf(text, selection).length > 1
}
