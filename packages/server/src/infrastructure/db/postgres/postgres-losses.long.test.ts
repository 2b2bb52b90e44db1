import { createPostgresDatabase, endConnections } from '@parley/testing/databases'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../database.ts'
import { openDatabase } from '../open.ts'

const refused = expect.objectContaining({ code: 'busy', status: 503 })

async function openWithNumbers(): Promise<{ database: Database; url: string }> {
  const url = await createPostgresDatabase()
  const database = await openDatabase({ url })
  onTestFinished(() => database.close())
  await database.transaction(async (db) => {
    await sql`create table numbers (n bigint primary key)`.execute(db)
  })
  return { database, url }
}

async function numbers(database: Database): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`select n from numbers order by n`.execute(database.read)
  return rows.map(({ n }) => n)
}

test('a read whose connection ends is retried', async () => {
  const { database, url } = await openWithNumbers()
  const reading = sql`select pg_sleep(2), 7 as n`.execute(database.read)
  await expect.poll(() => isRunning(url, 'pg_sleep(2)')).toBe(true)
  await endConnections(url)
  expect((await reading).rows).toMatchObject([{ n: 7 }])
})

test('a transaction whose connection ends before the commit is retried, and commits once', async () => {
  const { database, url } = await openWithNumbers()
  let runs = 0
  await database.transaction(async (db) => {
    runs += 1
    await sql`insert into numbers values (1)`.execute(db)
    if (runs === 1) await endConnections(url)
    await sql`insert into numbers values (2)`.execute(db)
  })
  expect(runs).toBe(2)
  expect(await numbers(database)).toEqual([1, 2])
})

test('a transaction whose connection ends during the commit is not retried', async () => {
  const { database, url } = await openWithNumbers()
  await database.transaction(async (db) => {
    await sql`create function wait() returns trigger language plpgsql as
      $$ begin perform pg_sleep(30); return null; end $$`.execute(db)
    await sql`create constraint trigger waiting after insert on numbers deferrable initially deferred
      for each row execute function wait()`.execute(db)
  })
  let runs = 0
  const writing = database
    .transaction(async (db) => {
      runs += 1
      await sql`insert into numbers values (1)`.execute(db)
    })
    .catch((error) => error)
  await expect.poll(() => isRunning(url, 'commit')).toBe(true)
  await endConnections(url)
  expect(await writing).toEqual(refused)
  expect(runs).toBe(1)
})

test('a statement that exceeds the statement timeout is refused as busy', async () => {
  const { url } = await openWithNumbers()
  const limited = await openDatabase({ url, readLimits: { quickMs: 20, runMs: 100 } })
  onTestFinished(() => limited.close())
  const reading = limited.longRead({ name: 'a', mustFinish: true }, (db) =>
    sql`select pg_sleep(30)`.execute(db),
  )
  await expect(reading).rejects.toEqual(refused)
})

async function isRunning(url: string, query: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and state = 'active'
     and pid <> pg_backend_pid() and position($1 in query) > 0`,
    [query],
  )
  await client.end()
  return (rowCount ?? 0) > 0
}
