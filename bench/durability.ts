// node bench/durability.ts [folder]: measures durable commits on the disk of the folder.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { openDatabase } from '@parley/server/db'
import { type Measurement, rawSync } from './disk.ts'

const COMMITS = 2_000
const GROUP = 16
const BODY = 'A reply of ordinary length. '.repeat(18)

type Replies = { replies: { body: string; created_at: string } }

function percentile(sorted: readonly number[], share: number): string {
  return (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(3)
}

/** Measures inserts with one transaction each, `concurrency` at a time, in a new database. */
async function measureCommits(what: string, file: string, concurrency: number): Promise<Measurement> {
  const database = await openDatabase({ file })
  const { id, text, timestamp } = database.dialect.types
  await database.transaction((db) =>
    db.schema
      .createTable('replies')
      .addColumn('id', id)
      .addColumn('body', text)
      .addColumn('created_at', timestamp)
      .execute(),
  )
  const latencies: number[] = []
  const commit = async () => {
    const started = performance.now()
    const row = { body: BODY, created_at: new Date().toISOString() }
    await database.transaction((db) => db.withTables<Replies>().insertInto('replies').values(row).execute())
    latencies.push(performance.now() - started)
  }
  const start = performance.now()
  for (let n = 0; n < COMMITS; n++) await Promise.all(Array.from({ length: concurrency }, commit))
  const elapsed = performance.now() - start
  await database.close()
  return { what, latencies, elapsed }
}

function print(measurements: readonly Measurement[]): void {
  console.log('| what | per second | p50 ms | p99 ms | slowest ms |')
  console.log('|---|---:|---:|---:|---:|')
  for (const { what, latencies, elapsed } of measurements) {
    const sorted = latencies.toSorted((a, b) => a - b)
    const rate = Math.round((latencies.length / elapsed) * 1000).toLocaleString('en')
    const cells = [what, rate, percentile(sorted, 0.5), percentile(sorted, 0.99), percentile(sorted, 1)]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

const parent = resolve(process.argv[2] ?? process.env.DATA_DIR ?? 'data')
mkdirSync(parent, { recursive: true })
const folder = mkdtempSync(join(parent, 'durability-'))
try {
  console.log(
    `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, ${process.platform}\n`,
  )
  print([
    rawSync(folder, COMMITS),
    await measureCommits('durable transaction, one by one', join(folder, 'single.sqlite'), 1),
    await measureCommits(`durable transaction, ${GROUP} waiting`, join(folder, 'group.sqlite'), GROUP),
    await measureCommits('not synced, one by one', ':memory:', 1),
    await measureCommits(`not synced, ${GROUP} waiting`, ':memory:', GROUP),
  ])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
