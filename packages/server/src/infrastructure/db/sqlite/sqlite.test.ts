import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestDatabase } from '@parley/testing/databases'
import { CompiledQuery, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../database.ts'
import { openDatabase } from '../open.ts'
import type { Queries } from '../tables.ts'
import { SqliteConnection } from './sqlite-connection.ts'

async function openWithNumbers(): Promise<Database> {
  const database = await openTestDatabase('sqlite')
  await database.transaction((db) => sql`create table numbers (n integer primary key)`.execute(db))
  return database
}

function add(db: Queries, n: number) {
  return sql`insert into numbers (n) values (${n})`.execute(db)
}

async function numbers(db: Queries): Promise<number[]> {
  const result = await sql<{ n: number }>`select n from numbers order by n`.execute(db)
  return result.rows.map((row) => row.n)
}

test('transactions that wait together share a commit, 16 at most', async () => {
  const database = await openWithNumbers()
  const steps: string[] = []
  const visibleRows: number[] = []
  await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      await database.transaction(async (db) => {
        await add(db, n)
        visibleRows.push((await numbers(database.read)).length)
        steps.push('run')
      })
      steps.push('done')
    }),
  )
  const expected = [16, 16, 4, 4].flatMap((count, index) => Array(count).fill(index % 2 ? 'done' : 'run'))
  expect(steps).toEqual(expected)
  expect(visibleRows).toEqual([...Array(16).fill(0), ...Array(4).fill(16)])
})

test('a commit that fails rejects every transaction of its group and stores nothing', async () => {
  const database = await openWithNumbers()
  await database.transaction((db) => sql`create table links (n integer references numbers (n))`.execute(db))
  const dangling = database.transaction(async (db) => {
    await sql`pragma defer_foreign_keys = on`.execute(db)
    await sql`insert into links (n) values (99)`.execute(db)
  })
  const results = await Promise.allSettled([database.transaction((db) => add(db, 1)), dangling])
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected'])
  expect(await numbers(database.read)).toEqual([])
  await database.transaction((db) => add(db, 2))
  expect(await numbers(database.read)).toEqual([2])
})

test('two processes can write to one file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'forum.sqlite')
  const [one, two] = [await openDatabase({ file }), await openDatabase({ file })]
  await one.transaction((db) => sql`create table numbers (n integer primary key)`.execute(db))
  await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      (n % 2 ? one : two).transaction(async (db) => {
        await new Promise((resolve) => setImmediate(resolve))
        await add(db, n)
      }),
    ),
  )
  expect(await numbers(two.read)).toHaveLength(100)
  await Promise.all([one.close(), two.close()])
})

test('the number of prepared statements is bounded', async () => {
  const connection = new SqliteConnection(
    ':memory:',
    { readOnly: false, timeout: 0 },
    { queries: 0, schemaChanged: false },
  )
  for (let n = 0; n < 1200; n++) await connection.executeQuery(CompiledQuery.raw(`select ${n} as n`))
  expect(connection.cached).toBe(500)
  connection.close()
})

test('rows found by ids are looked up by their key', async () => {
  const database = await openWithNumbers()
  const where = database.dialect.idIn(sql.ref('n'), [1, 2])
  const plan = await sql<{ detail: string }>`explain query plan select * from numbers where ${where}`.execute(
    database.read,
  )
  expect(plan.rows.map((row) => row.detail)).toContain('SEARCH numbers USING INTEGER PRIMARY KEY (rowid=?)')
})
