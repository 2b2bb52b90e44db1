import { parseArgs } from 'node:util'
import { measureAdministration } from './measure.ts'
import { readHead, readRows, writersText } from './report.ts'
import { measureWriters } from './writers.ts'

/**
 * `npm run bench:administration`: compares reads of the administration in forums with a thousand and a million users and
 * entries. `--database postgres` runs on PostgreSQL; `--writers` measures there what statistics cost writers.
 */
const { values: options } = parseArgs({
  options: { database: { type: 'string', default: 'sqlite' }, writers: { type: 'boolean' } },
})
const { database } = options
if (database !== 'sqlite' && database !== 'postgres') throw new Error(`No database '${database}'`)
const lines = options.writers ? [writersText(await measureWriters())] : await compareReads(database)
console.log(lines.join('\n'))
process.exitCode = lines.some((line) => line.includes('FAIL')) ? 1 : 0

async function compareReads(database: 'sqlite' | 'postgres'): Promise<string[]> {
  const rows = readRows(await measureAdministration(database, (text) => console.error(text)))
  return [readHead, readHead.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}
