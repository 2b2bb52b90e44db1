import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createPostgresDatabase, eachDatabase } from '@parley/testing/databases'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type OpenOptions, openDatabase } from './open.ts'

// Writes numbers in bursts of 40 transactions and prints each one as soon as it is acknowledged.
const burst = `
  import { writeSync } from 'node:fs'
  import { sql } from 'kysely'
  import { openDatabase } from ${JSON.stringify(new URL('./open.ts', import.meta.url).href)}
  const database = await openDatabase(JSON.parse(process.env.OPEN_OPTIONS))
  for (let first = 0; ; first += 40) {
    await Promise.all(Array.from({ length: 40 }, async (_, index) => {
      const n = first + index
      await database.transaction((db) => sql\`insert into numbers (n) values (\${n})\`.execute(db))
      writeSync(1, n + '\\n')
    }))
  }
`

async function emptyDatabase(name: 'sqlite' | 'postgres'): Promise<OpenOptions> {
  if (name === 'postgres') return { url: await createPostgresDatabase() }
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return { file: join(folder, 'forum.sqlite') }
}

/** Runs the burst, kills it with SIGKILL after `count` acknowledgements, and returns the acknowledged numbers. */
async function killedBurst(options: OpenOptions, count: number): Promise<number[]> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', burst], {
    cwd: import.meta.dirname,
    env: { ...process.env, OPEN_OPTIONS: JSON.stringify(options) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const acknowledged: number[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(Number(line))
    if (acknowledged.length === count) child.kill('SIGKILL')
  }
  return acknowledged
}

eachDatabase((_open, name) => {
  test('a process killed during a burst of transactions loses nothing it acknowledged', async () => {
    const options = await emptyDatabase(name)
    const before = await openDatabase(options)
    await before.transaction((db) => sql`create table numbers (n integer primary key)`.execute(db))
    await before.close()

    const acknowledged = await killedBurst(options, 500)
    expect(acknowledged.length).toBeGreaterThanOrEqual(500)

    const after = await openDatabase(options)
    const result = await sql<{ n: number }>`select n from numbers`.execute(after.read)
    const stored = new Set(result.rows.map((row) => row.n))
    expect(acknowledged.filter((n) => !stored.has(n))).toEqual([])
    await after.close()
  })
})
