import { eachDatabase } from '@parley/testing'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { TableChange } from './changes.ts'
import type { Database } from './database.ts'
import type { Queries } from './tables.ts'

/** The changes that a transaction reports, as plain values. */
async function changesIn(database: Database, work: (db: Queries) => Promise<unknown>) {
  const reported: TableChange[][] = []
  database.onChange((changes) => void reported.push([...changes]))
  await database.transaction(work)
  return reported.flat().map(({ knownValues, ...change }) => ({
    ...change,
    knownValues: Object.fromEntries(knownValues),
  }))
}

eachDatabase((open) => {
  async function withTable(): Promise<Database> {
    const database = await open()
    await database.transaction(async (db) => {
      await sql`create table posts (id integer primary key, discussion_id integer, title text)`.execute(db)
      await sql`insert into posts values (1, 10, 'a'), (2, 10, 'b'), (3, 20, 'c')`.execute(db)
    })
    return database
  }

  describe('a transaction reports', () => {
    test('inserted rows with their numbers', async () => {
      const database = await withTable()
      const rows = [4, 5].map((id) => ({ id, discussion_id: 30, title: 'x' }))
      expect(
        await changesIn(database, (db) =>
          db
            .insertInto('posts')
            .values(rows as never)
            .execute(),
        ),
      ).toEqual([{ table: 'posts', kind: 'insert', knownValues: { id: [4, 5], discussion_id: [30, 30] } }])
    })

    test('updated rows and columns', async () => {
      const database = await withTable()
      const { idIn } = database.dialect
      const set = (db: Queries) => db.updateTable('posts').set({ title: 'y' } as never)
      const update = { table: 'posts', kind: 'update', columns: ['title'] }
      expect(await changesIn(database, (db) => set(db).where('id', '=', 1).execute())).toEqual([
        { ...update, knownValues: { id: [1] } },
      ])
      expect(
        await changesIn(database, (db) =>
          set(db)
            .where((eb) => idIn(eb.ref('posts.id'), [1, 3]))
            .execute(),
        ),
      ).toEqual([{ ...update, knownValues: { id: [1, 3] } }])
      expect(await changesIn(database, (db) => set(db).where('id', 'in', [1, 2]).execute())).toEqual([
        { ...update, knownValues: { id: [1, 2] } },
      ])
      const either = (db: Queries) =>
        set(db)
          .where((eb) => eb.or([eb('id', '=', 1), eb('id', '=', 2)]))
          .execute()
      expect(await changesIn(database, either)).toEqual([{ ...update, knownValues: {} }])
      const returning = (db: Queries) =>
        set(db).where('id', '>', 1).returning(['id', 'discussion_id']).execute()
      expect(await changesIn(database, returning)).toEqual([
        { ...update, knownValues: { id: [2, 3], discussion_id: [10, 20] } },
      ])
    })

    test('existing rows that an insert conflicts with', async () => {
      const database = await withTable()
      const insert = (db: Queries) =>
        db.insertInto('posts').values({ id: 1, discussion_id: 30, title: 'x' } as never)
      const inserted = { table: 'posts', kind: 'insert', knownValues: { id: [1], discussion_id: [30] } }
      // The row keeps its discussion: only the value of the conflicting column is known.
      expect(
        await changesIn(database, (db) =>
          insert(db)
            .onConflict((conflict) => conflict.column('id').doUpdateSet({ title: 'y' } as never))
            .execute(),
        ),
      ).toEqual([inserted, { table: 'posts', kind: 'update', columns: ['title'], knownValues: { id: [1] } }])
      expect(
        await changesIn(database, (db) =>
          insert(db)
            .onConflict((conflict) => conflict.doNothing())
            .execute(),
        ),
      ).toEqual([inserted])
    })

    test('columns of the changed table only, also where a condition names other tables', async () => {
      const database = await withTable()
      await database.transaction((db) =>
        sql`create table others (id integer, number integer, post integer)`.execute(db),
      )
      const update = { table: 'posts', kind: 'update', columns: ['title'] }
      const joined = (where: string) => (db: Queries) =>
        db
          .updateTable('posts as p')
          .from('others' as never)
          .set({ title: 'y' } as never)
          .where(where as never, '=', 2 as never)
          .execute()
      expect(await changesIn(database, joined('others.id'))).toEqual([{ ...update, knownValues: {} }])
      expect(await changesIn(database, joined('number'))).toEqual([{ ...update, knownValues: {} }])
      expect(await changesIn(database, joined('p.id'))).toEqual([{ ...update, knownValues: { id: [2] } }])
      // A returned value under an alias is not the value of the column of that name.
      expect(
        await changesIn(database, (db) =>
          db
            .updateTable('posts')
            .set({ title: 'y' } as never)
            .returning('discussion_id as id')
            .execute(),
        ),
      ).toEqual([{ ...update, knownValues: {} }])
    })

    test('an unknown change for a query whose common table expression writes', async () => {
      const database = await withTable()
      const { name } = database.dialect
      // SQLite does not have such statements.
      if (name === 'sqlite') return
      const reads = (db: Queries) =>
        db
          .with('removed', (inner) => inner.deleteFrom('posts').where('id', '=', 3).returning('id'))
          .selectFrom('removed')
          .select('id')
          .execute()
      expect(await changesIn(database, reads)).toEqual([{ kind: 'update', knownValues: {} }])
    })

    test('deleted rows', async () => {
      const database = await withTable()
      expect(
        await changesIn(database, (db) => db.deleteFrom('posts').where('discussion_id', '=', 10).execute()),
      ).toEqual([{ table: 'posts', kind: 'delete', knownValues: { discussion_id: [10] } }])
    })

    test('the tables of hand-written SQL, and an unknown change for other statements', async () => {
      const database = await withTable()
      const raw = (statement: ReturnType<typeof sql>) => changesIn(database, (db) => statement.execute(db))
      expect(await raw(sql`update ${sql.table('posts')} set title = 'z' where id = 1`)).toEqual([
        { table: 'posts', kind: 'update', knownValues: {} },
      ])
      expect(
        await raw(sql`insert into posts (id) values (9) on conflict (id) do update set title = 'q'`),
      ).toEqual([
        { table: 'posts', kind: 'insert', knownValues: {} },
        { table: 'posts', kind: 'update', knownValues: {} },
      ])
      expect(await raw(sql`with one as (select 1) update posts set title = 'w'`)).toEqual([
        { table: 'posts', kind: 'update', knownValues: {} },
      ])
      expect(await raw(sql`delete from posts where id = 9`)).toMatchObject([
        { table: 'posts', kind: 'delete' },
      ])
      expect(await raw(sql`alter table posts add column more text`)).toMatchObject([{ table: undefined }])
    })

    test('nothing after reads only and after a failure', async () => {
      const database = await withTable()
      expect(await changesIn(database, (db) => db.selectFrom('posts').selectAll().execute())).toEqual([])
      const failing = changesIn(database, async (db) => {
        await db.deleteFrom('posts').execute()
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await changesIn(database, async () => {})).toEqual([])
    })
  })
})
