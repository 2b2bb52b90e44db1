import { codeAround, isNumber, partsOf } from './blocks.ts'
import { type Change, type Edit, joinChanges, lineAt, linesOf, type Selected } from './edit.ts'

/**
 * The Enter key in a list or quotation: the next line continues it, an empty item ends it.
 * @returns undefined where Enter only begins a line.
 */
export function continueLine({ text, selection }: Selected): Edit | undefined {
  const line = lineAt(text, selection.start)
  const { quote, indent, marker, gap } = partsOf(line.text)
  const prefix = quote + indent + marker + gap
  if (quote + marker === '' || selection.start < line.start + prefix.length) return undefined
  if (codeAround(text, selection.start)) return undefined
  const { start, end } = selection
  const isEmpty = end <= line.end && line.text.slice(prefix.length).trim() === ''
  if (isEmpty) return endItem({ text, selection })
  const next = isNumber(marker) ? `${Number.parseInt(marker, 10) + 1}${marker.slice(-1)}` : marker
  // A line that only quotes has no blank to begin with.
  const inserted = `\n${quote === quote.trimEnd() && quote !== '' ? `${quote} ` : quote}${indent}${next}${gap || (marker && ' ')}`
  const caret = start + inserted.length
  return { start, end, text: inserted, selection: { start: caret, end: caret } }
}

/** Takes the innermost mark off an empty item. */
function endItem({ text, selection }: Selected): Edit {
  const line = lineAt(text, selection.start)
  const { quote, marker } = partsOf(line.text)
  const kept = marker === '' ? quote.replace(/ {0,3}>!? ?$/, '') : quote
  const caret = line.start + kept.length
  return { start: line.start, end: line.end, text: kept, selection: { start: caret, end: caret } }
}

/** Whether the selection begins in a list item, where Tab indents. */
export function isInList({ text, selection }: Selected): boolean {
  const { marker } = partsOf(lineAt(text, selection.start).text)
  return marker !== '' && !codeAround(text, selection.start)
}

/** Indents the selected list items below the one before, or takes that back. @returns undefined without a change. */
export function indentItems(selected: Selected, isOutward: boolean): Edit | undefined {
  const changes = linesOf(selected.text, selected.selection).flatMap(({ start, text }): Change[] => {
    const { quote, indent, marker } = partsOf(text)
    if (marker === '') return []
    const from = start + quote.length
    // The text of an item stands below that of the one that it belongs to.
    const width = isNumber(marker) ? marker.length + 1 : 2
    const removed = isOutward ? Math.min(width, indent.length) : 0
    if (isOutward && removed === 0) return []
    return [{ start: from, end: from + removed, text: isOutward ? '' : ' '.repeat(width) }]
  })
  return joinChanges(selected, changes)
}
