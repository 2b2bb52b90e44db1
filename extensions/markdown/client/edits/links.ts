import { type Edit, joinChanges, lineAt, type Selected, trimmed, wholeCharacters, wordAt } from './edit.ts'

const address = /^(?:https?:\/\/|mailto:)\S+$/i
/** What stands for an address until the writer types one. */
const emptyAddress = 'https://'
const link =
  /(!?)\[((?:[^[\]\\]|\\.|!?\[[^[\]]*\](?:\([^()\s]*\))?)*)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+(?:"[^"]*"|'[^']*'))?\)/g

/** Whether a text is an address, and nothing else. */
function isAddress(text: string): boolean {
  return address.test(text)
}

/** Makes a link or an image of the selection, of the word at the caret or of a placeholder; takes it off again. */
export function toggleLink(selected: Selected, isImage: boolean, placeholder: string): Edit | undefined {
  const { text } = selected
  const selection = wholeCharacters(text, selected.selection)
  const found = findLink({ text, selection }, isImage)
  if (found) {
    const { start, end, label, labelStart } = found
    return joinChanges({ text, selection }, [
      { start, end: labelStart, text: '' },
      { start: labelStart + label.length, end, text: '' },
    ])
  }
  const isCaret = selection.start === selection.end
  const range = isCaret ? wordAt(text, selection.start) : trimmed(text, selection)
  const content = text.slice(range.start, range.end)
  const isTarget = isAddress(content)
  const label = isTarget || content === '' ? placeholder : labelOf(content)
  const opening = isImage ? '![' : '['
  const target = isTarget ? content : emptyAddress
  const change = { ...range, text: `${opening}${label}](${target})` }
  const isLabelOpen = label === placeholder && (isTarget || content === '')
  const start = isLabelOpen ? opening.length : opening.length + label.length + 2
  return joinChanges({ text, selection }, [change], {
    index: 0,
    range: { start, end: start + (isLabelOpen ? label : target).length },
  })
}

/** Whether the selection, or the caret, is in a link or an image. */
export function hasLink(selected: Selected, isImage: boolean): boolean {
  return findLink(selected, isImage) !== undefined
}

/** Turns the selection into a link to an address. @returns undefined if it cannot be its text. */
export function linkTo({ text, selection }: Selected, target: string): Edit | undefined {
  const range = trimmed(text, wholeCharacters(text, selection))
  const content = text.slice(range.start, range.end)
  const isInLine = content.trim() !== '' && !content.includes('\n')
  if (!isInLine || isAddress(content) || !isAddress(target)) return undefined
  const encoded = target
    .replace(/[()<>\s]/g, encodeURIComponent)
    .replaceAll('(', '%28')
    .replaceAll(')', '%29')
  const change = { ...range, text: `[${labelOf(content)}](${encoded})` }
  const end = change.text.length
  return joinChanges({ text, selection }, [change], { index: 0, range: { start: end, end } })
}

function findLink({ text, selection }: Selected, isImage: boolean) {
  const line = lineAt(text, selection.start)
  if (selection.end > line.end) return undefined
  for (const { index, 0: all, 1: mark = '', 2: label = '' } of line.text.matchAll(link)) {
    const start = line.start + index
    const end = start + all.length
    const isCaret = selection.start === selection.end
    const isInside = isCaret
      ? start < selection.start && selection.end < end
      : start <= selection.start && selection.end <= end
    if (isInside && (mark === '!') === isImage)
      return { start, end, label, labelStart: start + mark.length + 1 }
  }
  return undefined
}

/** A label in one line. Brackets without their other half are escaped: they would end it. */
function labelOf(content: string): string {
  const label = content.replace(/\s*\n\s*/g, ' ')
  let depth = 0
  for (const bracket of label.replace(/\\./g, '').match(/[[\]]/g) ?? []) {
    depth += bracket === '[' ? 1 : -1
    if (depth < 0) break
  }
  return depth === 0 ? label : label.replace(/(?<!\\)[[\]]/g, '\\$&')
}
