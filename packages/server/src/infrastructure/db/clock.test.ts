import { eachDatabase } from '@parley/testing/databases'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseNow } from './clock.ts'

eachDatabase((open) => {
  test('the time is that of the database, plus or minus the given seconds', async () => {
    const database = await open()
    const { read, time } = database
    const before = Date.now()
    const now = (await databaseNow(database)).getTime()
    // Both databases of the tests are on this machine; PostgreSQL rounds to milliseconds.
    expect(now).toBeGreaterThanOrEqual(before - 1)
    expect(now).toBeLessThanOrEqual(Date.now() + 1)
    const row = await read
      .selectNoFrom([time().as('now'), time(90).as('later'), time(-0.25).as('earlier')])
      .executeTakeFirstOrThrow()
    for (const value of Object.values(row)) expect(value).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Date.parse(row.later) - Date.parse(row.now)).toBe(90_000)
    expect(Date.parse(row.now) - Date.parse(row.earlier)).toBe(250)
  })

  test('the time is stored and compared like a timestamp', async () => {
    const database = await open()
    const { types } = database.dialect
    const due = await database.transaction(async (db) => {
      await sql`create table dues (at ${types.timestamp} not null)`.execute(db)
      await sql`insert into dues values (${database.time(-1)}), (${database.time(60)})`.execute(db)
      return sql<{ at: string }>`select at from dues where at <= ${database.time()}`.execute(db)
    })
    expect(due.rows).toHaveLength(1)
  })
})
