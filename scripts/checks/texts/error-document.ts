import type { Check, Fault, Repository } from '../repository.ts'
import { isTest, type SourceFile, walk } from '../source-file.ts'
import { type ErrorWords, errorWords } from './error-words.ts'

export const errorDocumentFile = 'docs/errors.md'

/** An error that the code declares by `defineError`, or makes as a `ForumError`. */
export interface DeclaredError {
  code: string
  status: number
  file: string
  line: number
}

/** docs/errors.md lists every error that the core and the extensions declare, and nothing else. */
export const errorDocument: Check = {
  name: 'error document',
  find(repository) {
    const errors = declaredErrors(repository)
    const wordless = errorsWithoutWords(errors)
    if (errors.length === 0 || wordless.length > 0) return wordless
    const written = repository.files.includes(errorDocumentFile) ? repository.read(errorDocumentFile) : ''
    if (plain(written) === plain(writeErrorDocument(errors))) return []
    return [{ file: errorDocumentFile, message: 'is out of date: run node scripts/error-docs.ts' }]
  },
}

/** Every declared error once, by status and code. */
export function declaredErrors(repository: Repository): DeclaredError[] {
  const all = repository.sources
    .filter(({ path }) => /^(packages|extensions)\//.test(path) && !isTest(path))
    .filter(({ text }) => /\bdefineError\(|\bnew ForumError\(/.test(text))
    .flatMap(errorsIn)
  const byName = new Map(all.map((error) => [`${error.status} ${error.code}`, error]))
  return [...byName.values()].sort((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1))
}

/** The faults of errors that `errorWords` says nothing about. */
export function errorsWithoutWords(errors: readonly DeclaredError[]): Fault[] {
  return errors
    .filter(({ code }) => !(code in errorWords))
    .map(({ code, file, line }) => ({
      file,
      line,
      message: `scripts/checks/texts/error-words.ts says nothing about the error ${code}`,
    }))
}

/** The text of docs/errors.md. Every error has its words. */
export function writeErrorDocument(errors: readonly DeclaredError[]): string {
  const rows = errors.map(({ code, status }) => {
    const { when, client } = errorWords[code] as ErrorWords
    return [String(status), `\`${code}\``, when, client]
  })
  return `${introduction}\n${table([['status', 'code', 'when', 'what a client does'], ...rows])}`
}

const introduction = `# Errors

Every failure is a document ([its form](contract/api-core/1-requests-and-answers.md#14-error-documents)), or below other paths than
\`/api\` an HTML page. \`code\` is for programs, \`detail\` for people. This page is made from the errors that the code declares by
\`node scripts/error-docs.ts\`.
`

function errorsIn(file: SourceFile): DeclaredError[] {
  const found: DeclaredError[] = []
  walk(file.program, (node) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return
    const { callee } = node
    if (callee.type !== 'Identifier' || !/^(defineError|ForumError)$/.test(callee.name)) return
    const [code, status] = node.arguments
    if (code?.type !== 'Literal' || typeof code.value !== 'string') return
    if (status?.type !== 'Literal' || typeof status.value !== 'number') return
    found.push({ code: code.value, status: status.value, file: file.path, line: file.lineAt(node.start) })
  })
  return found
}

function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  const [head = '', ...body] = rows.map((row) =>
    line(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))),
  )
  return `${head}${line(widths.map((width) => '-'.repeat(width)))}${body.join('')}`
}

/** Without what lining up its columns adds to a table. */
function plain(text: string): string {
  return text.replace(/ +/g, ' ').replace(/-{3,}/g, '---')
}
