/** Cells of a pasted table at most: a larger one is pasted as its text. */
const mostCells = 2000

/** Browsers apply styles even here, and report that the forum's policy forbids them. */
const styles = /<style[\s\S]*?<\/style>|\sstyle\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi

/**
 * Makes a Markdown table of the HTML that a spreadsheet or a page has copied.
 * @returns undefined if it is something else than one table, or too large.
 */
export function tableFrom(html: string): string | undefined {
  // What is parsed here neither runs nor loads anything.
  const { body } = new DOMParser().parseFromString(html.replace(styles, ''), 'text/html')
  for (const element of body.querySelectorAll('script')) element.remove()
  const table = body.querySelector('table')
  if (table === null || table.querySelector('table') !== null) return undefined
  const rows = [...table.rows].map(cellsOf)
  const width = Math.max(0, ...rows.map(({ length }) => length))
  const isTable = width > 1 || (width === 1 && rows.length > 1)
  if (!isTable || width * rows.length > mostCells) return undefined
  table.remove()
  if (body.textContent?.trim() !== '') return undefined
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`
  const [head = [], ...others] = rows
  return [line(head), line(Array.from({ length: width }, () => '---')), ...others.map(line)].join('\n')
}

function cellsOf(row: HTMLTableRowElement): string[] {
  return [...row.cells].flatMap((cell) => {
    const others = Array.from({ length: Math.min(Math.max(cell.colSpan, 1), 100) - 1 }, () => '')
    return [escaped(cell.textContent ?? ''), ...others]
  })
}

/** Text in one line, without anything that Markdown would take for a mark. */
function escaped(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<|~]/g, '\\$&')
}
