import { codeAround } from './edits/blocks.ts'
import { type Edit, lineAt, type Selected } from './edits/edit.ts'
import { linkTo } from './edits/links.ts'
import { tableFrom } from './edits/tables.ts'

/** Pasted data, as far as it is read here. */
type Data = Pick<DataTransfer, 'getData'>

/** HTML that is longer is pasted as its text. Spreadsheets describe the look of each cell. */
const longestHtml = 1_000_000

/** An address that is pasted over a selection makes it a link. */
export function pasteLink(data: Data, selected: Selected): Edit | undefined {
  const { start, end } = selected.selection
  if (start === end || codeAround(selected.text, start)) return undefined
  return linkTo(selected, data.getData('text/plain').trim())
}

/** A table that is pasted becomes one of Markdown, with blank lines around it. */
export function pasteTable(data: Data, { text, selection }: Selected): Edit | undefined {
  const { start, end } = selection
  const html = data.getData('text/html')
  if (!html.includes('<table') || html.length > longestHtml || codeAround(text, start)) return undefined
  const table = tableFrom(html)
  if (table === undefined) return undefined
  const line = lineAt(text, start)
  const before = start > line.start ? '\n\n' : ''
  const behind = end < text.length && text[end] !== '\n' ? '\n\n' : ''
  const caret = start + before.length + table.length
  return { start, end, text: before + table + behind, selection: { start: caret, end: caret } }
}
