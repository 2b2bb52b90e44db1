import { createPostgresDatabase, openTestDatabase } from '@parley/testing/databases'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { Database } from '../database.ts'
import { openDatabase } from '../open.ts'

async function openWithNumbers(): Promise<Database> {
  const database = await openTestDatabase('postgres')
  await database.transaction(async (db) => {
    await sql`create table numbers (n bigint primary key, value bigint default 0)`.execute(db)
    await sql`insert into numbers (n) values (1), (2)`.execute(db)
  })
  return database
}

test('transactions that deadlock are retried', async () => {
  const database = await openWithNumbers()
  let runs = 0
  const met = Promise.withResolvers<void>()
  const changed = Promise.withResolvers<void>()
  const change = async (first: number, second: number) => {
    await database.transaction(async (db) => {
      runs += 1
      // When the server aborts a transaction, its rows are free before the waiting transaction runs. An immediate retry
      // could lock them again, and the same two would deadlock again.
      if (runs > 2) await changed.promise
      await sql`update numbers set value = value + 1 where n = ${first}`.execute(db)
      if (runs === 2) met.resolve()
      await met.promise
      await sql`update numbers set value = value + 1 where n = ${second}`.execute(db)
    })
    changed.resolve()
  }
  await Promise.all([change(1, 2), change(2, 1)])
  expect(runs).toBe(3)
  const result = await sql`select value from numbers`.execute(database.read)
  expect(result.rows).toEqual([{ value: 2 }, { value: 2 }])
})

test('commits wait for the disk even where the server default does not', async () => {
  const url = await createPostgresDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`alter database ${client.database} set synchronous_commit = off`)
  await client.end()
  const database = await openDatabase({ url })
  const [shown] = await database.transaction(
    async (db) => (await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(db)).rows,
  )
  await database.close()
  expect(shown?.synchronous_commit).toBe('on')
})

test('statements are prepared once, and their number is bounded', async () => {
  const database = await openWithNumbers()
  const count = await database.transaction(async (db) => {
    for (let n = 0; n < 600; n++) await sql.raw(`select ${n} as n`).execute(db)
    const result = await sql<{ count: number }>`select count(*) from pg_prepared_statements`.execute(db)
    return result.rows[0]?.count ?? 0
  })
  expect(count).toBeGreaterThan(450)
  expect(count).toBeLessThanOrEqual(500)
})

test('rows found by ids are looked up by their key', async () => {
  const database = await openWithNumbers()
  const where = database.dialect.idIn(sql.ref('n'), [1, 2])
  const plan = await database.transaction(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    return sql`explain select * from numbers where ${where}`.execute(db)
  })
  expect(JSON.stringify(plan.rows)).toMatch(/Index Cond: \(n = ANY/)
})

test('an unreachable server is an error immediately', async () => {
  await expect(openDatabase({ url: 'postgres://parley@127.0.0.1:1/none' })).rejects.toThrow('ECONNREFUSED')
})

test('reads whose cost depends on a visitor occupy no further processes of the server', async () => {
  const database = await openWithNumbers()
  const workersIn = async (db: Database['read']) => {
    const { rows } = await sql<{
      workers: string
    }>`select current_setting('max_parallel_workers_per_gather') as workers`.execute(db)
    return rows[0]?.workers
  }
  const visitor = { name: 'a' }
  expect(await workersIn(database.unbounded(visitor))).toBe('0')
  expect(await database.longRead(visitor, workersIn)).toBe('0')
  expect(await workersIn(database.read)).not.toBe('0')
})
