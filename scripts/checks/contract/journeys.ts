import type { Check, Fault, Repository } from '../repository.ts'

const list = 'docs/journeys.md'
const screens = 'docs/screens.md'

/** One row of the list: a screen or behaviour, and the test that shows it. */
interface Row {
  line: number
  what: string
  file: string
  title: string
}

/** Every test in docs/journeys.md exists, and the document lists every route and modal of docs/screens.md. */
export const journeys: Check = {
  name: 'journeys',
  find(repository) {
    if (!repository.files.includes(list)) return []
    const rows = rowsOf(repository, list).map(
      ({ line, cells: [what = '', file = '', title = ''] }): Row => ({
        line,
        what,
        file: file.replaceAll('`', ''),
        title,
      }),
    )
    return [...rows.flatMap((row) => findMissingTest(repository, row)), ...findUnlisted(repository, rows)]
  },
}

function findMissingTest({ sources }: Repository, { line, file, title }: Row): Fault[] {
  const source = sources.find(({ path }) => path === file)
  if (source === undefined) return [{ file: list, line, message: `there is no ${file}` }]
  // Generated titles are listed by their constant beginning.
  const exists = source.strings.some(({ value, isWhole }) =>
    isWhole ? value === title : value.startsWith(title),
  )
  return exists ? [] : [{ file: list, line, message: `${file} has no test "${title}"` }]
}

/** Screens without a journey. Several states of a route or modal count as one. */
function findUnlisted(repository: Repository, rows: readonly Row[]): Fault[] {
  if (!repository.files.includes(screens)) return []
  const subjectOf = (what: string) => what.split(',')[0]
  const listed = new Set(rows.map(({ what }) => subjectOf(what)))
  return rowsOf(repository, screens)
    .filter(({ cells: [, what = ''] }) => !listed.has(subjectOf(what)))
    .map(({ line, cells: [, what] }) => ({
      file: screens,
      line,
      message: `no journey in ${list} shows ${what}`,
    }))
}

/** The rows of the tables in a document, without header rows. */
function rowsOf(repository: Repository, file: string): { line: number; cells: string[] }[] {
  const lines = repository.read(file).split('\n')
  const isRule = (text: string | undefined) => /^\| *-/.test(text ?? '')
  return lines.flatMap((text, index) => {
    if (!text.startsWith('|') || isRule(text) || isRule(lines[index + 1])) return []
    const cells = text.slice(1, -1).split('|')
    return [{ line: index + 1, cells: cells.map((cell) => cell.trim()) }]
  })
}
