/**
 * A row of a file of comma-separated values (RFC 4180). Spreadsheets run a cell that begins like a formula, and names are chosen by
 * users: an apostrophe makes it a text.
 */
export function csvRow(cells: readonly string[]): string {
  const quoted = cells.map((cell) => {
    const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
    return `"${text.replaceAll('"', '""')}"`
  })
  return `${quoted.join(',')}\r\n`
}
