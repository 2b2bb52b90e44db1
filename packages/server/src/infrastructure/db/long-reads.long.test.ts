import { EventEmitter } from 'node:events'
import { type DatabaseName, eachDatabase } from '@parley/testing/databases'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from './database.ts'
import type { Queries } from './tables.ts'

type Numbers = { numbers: { n: number; half: number } }

const visitor = { name: 'a' }
const refused = expect.objectContaining({ code: 'busy', status: 503 })

function numbers(db: Queries): Kysely<Numbers> {
  return db.withTables<Numbers>()
}

async function fill(database: Database, count: number): Promise<void> {
  const { integer } = database.dialect.types
  await database.transaction(async (db) => {
    await sql`create table numbers (n ${integer} primary key, half ${integer} not null)`.execute(db)
    await sql`insert into numbers (n, half) with recursive counted (n) as (
      select 1 union all select n + 1 from counted where n < ${sql.lit(count)}
    ) select n, n / 2 from counted`.execute(db)
  })
}

/** Reads two numbers behind an offset. */
async function readFrom(db: Queries, offset: number): Promise<number[]> {
  const rows = await numbers(db)
    .selectFrom('numbers')
    .select('n')
    .orderBy('n')
    .limit(2)
    .offset(offset)
    .execute()
  return rows.map(({ n }) => n)
}

/** Runs a query that ends only when it is interrupted. */
function readEndlessly(db: Queries) {
  return numbers(db)
    .withRecursive('counted(n)', (inner) =>
      inner
        .selectFrom('numbers')
        .select('numbers.n')
        .where('numbers.n', '=', 1)
        .unionAll(inner.selectFrom('counted').select((eb) => eb('counted.n', '+', 1).as('n'))),
    )
    .selectFrom('counted')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .execute()
}

class Socket extends EventEmitter {
  destroyed = false

  close() {
    this.destroyed = true
    this.emit('close')
  }
}

/** Whether another connection is executing a statement. */
async function isBusy(database: Database): Promise<boolean> {
  const { rows } = await sql`select pid from pg_stat_activity where datname = current_database()
    and state = 'active' and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
    database.read,
  )
  return rows.length > 0
}

eachDatabase((open, name: DatabaseName) => {
  const openWithNumbers = async (limits: Parameters<typeof open>[0] = {}) => {
    const database = await open({ places: 1, ...limits })
    await fill(database, 2000)
    return database
  }

  test('a cheap statement is no long read', async () => {
    const database = await openWithNumbers()
    expect(await readFrom(database.unbounded(visitor), 900)).toEqual([901, 902])
    expect(database.longReads.begun).toBe(0)
  })

  test('a statement that examines too many rows becomes a long read with the same result', async () => {
    const database = await openWithNumbers({ quickRows: 1500, quickMs: 20 })
    // PostgreSQL limits the time instead; here the statement waits for a lock.
    const holding = Promise.withResolvers<void>()
    const locking = database.transaction(async (db) => {
      if (name === 'postgres') await sql`lock table numbers in access exclusive mode`.execute(db)
      holding.resolve()
      while (name === 'postgres' && database.longReads.begun === 0)
        await sql`select pg_sleep(0.01)`.execute(db)
    })
    await holding.promise
    expect(await readFrom(database.unbounded(visitor), 1600)).toEqual([1601, 1602])
    await locking
    expect(database.longReads.begun).toBe(1)
  })

  test('a statement that takes too long is interrupted, and the next one succeeds', async () => {
    const database = await openWithNumbers({ runMs: 3000, quickMs: 20 })
    await expect(readEndlessly(database.unbounded(visitor))).rejects.toEqual(refused)
    expect(await database.longRead(visitor, (db) => readFrom(db, 1))).toEqual([2, 3])
    if (name === 'postgres') expect(await isBusy(database)).toBe(false)
  })

  test('a read is cancelled when its client disconnects', async () => {
    const database = await openWithNumbers({ quickMs: 20 })
    const connection = new Socket()
    const reading = readEndlessly(database.unbounded({ name: 'a', connection })).catch((error) => error)
    await expect.poll(() => database.longReads.begun).toBe(1)
    if (name === 'postgres') await expect.poll(() => isBusy(database)).toBe(true)
    connection.close()
    expect(await reading).toEqual(refused)
    expect(await database.longRead({ name: 'b' }, (db) => readFrom(db, 1))).toEqual([2, 3])
    if (name === 'postgres') expect(await isBusy(database)).toBe(false)
  })

  test('long reads do not delay other reads', async () => {
    const database = await openWithNumbers({ quickMs: 20, places: 2 })
    const sockets = Array.from({ length: 20 }, () => new Socket())
    const all = sockets.map((connection, number) =>
      readEndlessly(database.unbounded({ name: `${number % 4}`, connection })).catch((error) => error),
    )
    await expect.poll(() => database.longReads.begun).toBe(2)
    for (let times = 0; times < 30; times++) expect(await readFrom(database.read, times)).toContain(times + 1)
    for (const socket of sockets) socket.close()
    for (const answer of await Promise.all(all)) expect(answer).toEqual(refused)
    expect(database.longReads.begun).toBe(2)
  })

  test('statements of a long read run one after the other, and its errors are rethrown', async () => {
    const database = await openWithNumbers()
    const found = await database.longRead(visitor, async (db) => [
      await readFrom(db, 0),
      await readFrom(db, 2),
    ])
    expect(found).toEqual([
      [1, 2],
      [3, 4],
    ])
    await expect(database.longRead(visitor, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(database.longRead(visitor, (db) => sql`select none`.execute(db))).rejects.toThrow('none')
  })
})
