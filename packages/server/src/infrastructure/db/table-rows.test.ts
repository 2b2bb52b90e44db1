import { eachDatabase } from '@parley/testing/databases'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tableRows } from './table-rows.ts'

eachDatabase((open) => {
  test('all rows are read page by page, without a key', async () => {
    const database = await open()
    await database.transaction(async (db) => {
      await sql`create table notes (number integer, text text)`.execute(db)
      for (let number = 0; number < 1200; number++) {
        await sql`insert into notes values (${number}, ${'x'.repeat(600)})`.execute(db)
      }
      await sql`delete from notes where number % 7 = 0`.execute(db)
    })
    const read: number[] = []
    const before = database.queries
    for await (const row of tableRows(database, 'notes', { columns: ['number'] })) {
      expect(Object.keys(row)).toEqual(['number'])
      read.push(Number(row.number))
    }
    expect(read).toEqual(
      Array.from({ length: 1200 }, (_, number) => number).filter((number) => number % 7 !== 0),
    )
    expect(database.queries - before).toBeGreaterThan(1)
    const some: unknown[] = []
    for await (const row of tableRows(database, 'notes', { where: sql<boolean>`number < 3` }))
      some.push(row.number)
    expect(some).toEqual([1, 2])
  })
})
