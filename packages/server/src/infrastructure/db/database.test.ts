import { AsyncLocalStorage } from 'node:async_hooks'
import { eachDatabase } from '@parley/testing/databases'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from './database.ts'
import type { Queries } from './tables.ts'

type NoteTables = {
  notes: {
    id: number
    title: string
    is_pinned: boolean | null
    created_at: string
    parent_id: number | null
  }
}
type Note = NoteTables['notes']

const now = '2024-01-02T03:04:05.600Z'

function notes(db: Queries): Kysely<NoteTables> {
  return db.withTables<NoteTables>()
}

async function createNotes(database: Database): Promise<void> {
  const { id, integer, boolean, timestamp, text } = database.dialect.types
  await database.transaction(async (db) => {
    await sql`create table notes (id ${id}, title ${text} not null, is_pinned ${boolean} default false,
      created_at ${timestamp} not null, parent_id ${integer} references notes (id), slug ${text} unique)`.execute(
      db,
    )
    await sql`create unique index notes_title on notes (title)`.execute(db)
  })
}

async function addNote(db: Queries, title: string, more: Partial<Note> = {}): Promise<number> {
  const row = await sql<{ id: number }>`insert into notes (title, is_pinned, created_at, parent_id)
    values (${title}, ${more.is_pinned ?? false}, ${more.created_at ?? now}, ${more.parent_id ?? null})
    returning id`.execute(db)
  return row.rows[0]?.id ?? 0
}

async function titles(db: Queries): Promise<string[]> {
  const rows = await notes(db).selectFrom('notes').select('title').orderBy('id').execute()
  return rows.map((row) => row.title)
}

eachDatabase((open) => {
  async function openWithNotes(): Promise<Database> {
    const database = await open()
    await createNotes(database)
    return database
  }

  describe('transactions', () => {
    test('a reader never sees an open transaction', async () => {
      const database = await openWithNotes()
      await database.transaction(async (db) => {
        await addNote(db, 'first')
        expect(await titles(db)).toEqual(['first'])
        expect(await titles(database.read)).toEqual([])
      })
      expect(await titles(database.read)).toEqual(['first'])
    })

    test('readers cannot write', async () => {
      const database = await openWithNotes()
      await expect(addNote(database.read, 'first')).rejects.toThrow(/read-?only/)
    })

    test('a failure rolls everything back and is rethrown', async () => {
      const database = await openWithNotes()
      const failure = new Error('no')
      const transaction = database.transaction(async (db) => {
        await addNote(db, 'first')
        throw failure
      })
      await expect(transaction).rejects.toBe(failure)
      expect(await titles(database.read)).toEqual([])
    })

    test('a failure that is caught inside still rolls everything back', async () => {
      const database = await openWithNotes()
      const transaction = database.transaction(async (db) => {
        await addNote(db, 'first')
        await addNote(db, 'first').catch(() => {})
        await expect(titles(db)).rejects.toThrow('cannot go on')
      })
      await expect(transaction).rejects.toThrow(/unique/i)
      expect(await titles(database.read)).toEqual([])
    })

    test('a savepoint rolls back only its own changes, also when nested', async () => {
      const database = await openWithNotes()
      await database.transaction(async (db) => {
        await addNote(db, 'before')
        await database.savepoint(db, async () => {
          await addNote(db, 'outer')
          const inner = database.savepoint(db, async () => {
            await addNote(db, 'inner')
            await addNote(db, 'before')
          })
          await expect(inner).rejects.toThrow(/unique/i)
          await addNote(db, 'outer again')
        })
        const undone = database.savepoint(db, async () => {
          await database.savepoint(db, () => addNote(db, 'released'))
          throw new Error('undone')
        })
        await expect(undone).rejects.toThrow('undone')
      })
      expect(await titles(database.read)).toEqual(['before', 'outer', 'outer again'])
    })

    test('savepoints of one transaction at the same time are refused', async () => {
      const database = await openWithNotes()
      const transaction = database.transaction(async (db) => {
        const both = ['a', 'b'].map((title) => database.savepoint(db, () => addNote(db, title)))
        await Promise.allSettled(both)
      })
      await expect(transaction).rejects.toThrow('at the same time')
      expect(await titles(database.read)).toEqual([])
    })

    test('work runs in the context of its caller', async () => {
      const database = await openWithNotes()
      const request = new AsyncLocalStorage<number>()
      const run = (n: number) =>
        request.run(n, () =>
          database.transaction(async (db) => [n, await addNote(db, `${n}`), request.getStore()]),
        )
      for (const [n, , store] of await Promise.all([1, 2, 3].map(run))) expect(store).toBe(n)
    })

    test('a transaction inside another is refused instead of waiting for ever', async () => {
      const database = await openWithNotes()
      const nested = database.transaction(() => database.transaction(async () => {}))
      await expect(nested).rejects.toThrow('inside another')
      await database.transaction((db) => addNote(db, 'next'))
      expect(await titles(database.read)).toEqual(['next'])
    })

    test('a statement that was not awaited cannot reach a later transaction', async () => {
      const database = await openWithNotes()
      let leaked: Queries | undefined
      await database.transaction(async (db) => {
        leaked = db
      })
      await expect(addNote(leaked as Queries, 'late')).rejects.toThrow('is over')
    })

    test('concurrent transactions succeed and fail independently', async () => {
      const database = await openWithNotes()
      const names = Array.from({ length: 40 }, (_, index) => (index % 4 === 3 ? 'twice' : `note ${index}`))
      const results = await Promise.allSettled(
        names.map((name) => database.transaction((db) => addNote(db, name))),
      )
      const failed = results.filter((result) => result.status === 'rejected')
      expect(failed).toHaveLength(9)
      for (const { reason } of failed) expect(database.dialect.uniqueViolation(reason)).toBe('notes_title')
      expect((await titles(database.read)).sort()).toEqual([...new Set(names)].sort())
    })

    test('counters are exact after 50 transactions at once', async () => {
      const database = await openWithNotes()
      const id = await database.transaction((db) => addNote(db, '0'))
      const increment = (fails: boolean) =>
        database.transaction(async (db) => {
          const row = await notes(db)
            .selectFrom('notes')
            .select('title')
            .where('id', '=', id)
            .modifyEnd(database.dialect.forUpdate)
            .executeTakeFirstOrThrow()
          const title = String(Number(row.title) + 1)
          await notes(db).updateTable('notes').set({ title }).where('id', '=', id).execute()
          if (fails) throw new Error('undone')
        })
      const results = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => increment(n % 5 === 0)))
      expect(results.filter((result) => result.status === 'rejected')).toHaveLength(10)
      expect(await titles(database.read)).toEqual(['40'])
    })

    test('a lock lets one transaction at a time pass', async () => {
      const database = await openWithNotes()
      const enter = (title: string) =>
        database.transaction(async (db) => {
          await database.dialect.lock(db, 'door')
          if ((await titles(db)).length === 0) await addNote(db, title)
        })
      await Promise.all([enter('a'), enter('b'), enter('c')])
      expect(await titles(database.read)).toHaveLength(1)
    })

    test('closing finishes accepted transactions and refuses new ones', async () => {
      const database = await openWithNotes()
      const accepted = Array.from({ length: 30 }, (_, n) =>
        database.transaction((db) => addNote(db, `note ${n}`)),
      )
      await database.close()
      expect(await Promise.all(accepted)).toHaveLength(30)
      await expect(database.transaction(async () => {})).rejects.toThrow('closed')
    })
  })

  describe('values', () => {
    test('booleans, times, numbers and null are the same on both', async () => {
      const database = await openWithNotes()
      await database.transaction(async (db) => {
        await addNote(db, 'Ä', { is_pinned: true })
        await addNote(db, 'b', { created_at: '2024-02-29T23:59:59.000Z', parent_id: 1 })
      })
      const rows = await notes(database.read).selectFrom('notes').selectAll().orderBy('id').execute()
      expect(rows.map((row) => ({ ...row }))).toEqual([
        { id: 1, title: 'Ä', is_pinned: true, created_at: now, parent_id: null, slug: null },
        {
          id: 2,
          title: 'b',
          is_pinned: false,
          created_at: '2024-02-29T23:59:59.000Z',
          parent_id: 1,
          slug: null,
        },
      ])
      const derived = await sql`select pinned, (select count(*) from notes) as total, max_id from
        (select a.is_pinned as pinned, b.id as max_id from notes a left join notes b on b.id = a.id) as joined
        order by max_id limit 1`.execute(database.read)
      expect({ ...(derived.rows[0] as object) }).toEqual({ pinned: true, total: 2, max_id: 1 })
      const sums = await sql<{ sum: number }>`select sum(id) as sum from notes`.execute(database.read)
      expect(sums.rows[0]?.sum).toBe(3)
    })

    test('returning gives booleans and times, null stays null', async () => {
      const database = await openWithNotes()
      const row = await database.transaction((db) =>
        notes(db)
          .insertInto('notes')
          .values({ title: 'a', is_pinned: null, created_at: now } as Note)
          .returning(['is_pinned', 'created_at'])
          .executeTakeFirstOrThrow(),
      )
      expect({ ...row }).toEqual({ is_pinned: null, created_at: now })
      const changed = await database.transaction((db) =>
        notes(db).updateTable('notes').set({ is_pinned: true }).returning('is_pinned').execute(),
      )
      expect(changed[0]?.is_pinned).toBe(true)
    })

    test('text is ordered by code point', async () => {
      const database = await openWithNotes()
      await database.transaction(async (db) => {
        for (const title of ['b', 'Z', 'ä', 'a', '_']) await addNote(db, title)
      })
      const rows = await notes(database.read).selectFrom('notes').select('title').orderBy('title').execute()
      expect(rows.map((row) => row.title)).toEqual(['Z', '_', 'a', 'b', 'ä'])
    })

    test('values that only one of the databases accepts are refused', async () => {
      const database = await openWithNotes()
      for (const value of [undefined, new Date(), { title: 'a' }]) {
        await expect(sql`select ${value} as value`.execute(database.read)).rejects.toThrow('cannot be stored')
      }
    })

    test('changes report how many rows they touched', async () => {
      const database = await openWithNotes()
      const results = await database.transaction(async (db) => {
        await addNote(db, 'a')
        await addNote(db, 'b')
        return notes(db).updateTable('notes').set({ is_pinned: true }).executeTakeFirst()
      })
      expect(results.numUpdatedRows).toBe(2n)
    })

    test('an id is never handed out twice', async () => {
      const database = await openWithNotes()
      const first = await database.transaction((db) => addNote(db, 'a'))
      await database.transaction((db) => notes(db).deleteFrom('notes').execute())
      expect(await database.transaction((db) => addNote(db, 'b'))).toBeGreaterThan(first)
    })

    test('rows are found by a list of ids of any length with one statement', async () => {
      const database = await openWithNotes()
      await database.transaction(async (db) => {
        for (let n = 0; n < 30; n++) await addNote(db, `note ${n}`)
      })
      const find = (ids: number[]) => {
        const query = notes(database.read)
          .selectFrom('notes')
          .select('id')
          .where(database.dialect.idIn(sql.ref('id'), ids))
          .orderBy('id')
        return { sql: query.compile().sql, rows: query.execute() }
      }
      expect(find([1]).sql).toBe(find([1, 2, 3]).sql)
      expect((await find([3, 29, 999]).rows).map((row) => row.id)).toEqual([3, 29])
      expect(await find([]).rows).toEqual([])
    })
  })

  describe('errors', () => {
    test('a unique violation names its index', async () => {
      const database = await openWithNotes()
      const violation = async (statement: ReturnType<typeof sql>) => {
        const error: unknown = await database
          .transaction((db) => statement.execute(db))
          .catch((fault) => fault)
        return database.dialect.uniqueViolation(error)
      }
      await database.transaction(async (db) => {
        await sql`create table pairs (a integer not null, b integer not null, primary key (a, b))`.execute(db)
        await sql`create unique index notes_lower on notes (lower(title))`.execute(db)
        await sql`insert into notes (id, title, created_at, slug) values (500, 'a', ${now}, 's')`.execute(db)
        await sql`insert into pairs values (1, 2)`.execute(db)
      })
      const insert = (id: number, title: string, slug: string) =>
        sql`insert into notes (id, title, created_at, slug) values (${id}, ${title}, ${now}, ${slug})`
      expect(await violation(insert(500, 'b', 't'))).toBe('notes_pkey')
      expect(await violation(insert(501, 'b', 's'))).toBe('notes_slug_key')
      expect(await violation(insert(501, 'A', 't'))).toBe('notes_lower')
      expect(await violation(sql`insert into pairs values (1, 2)`)).toBe('pairs_pkey')
      expect(await violation(insert(501, 'b', 't'))).toBeUndefined()
      expect(database.dialect.uniqueViolation(new Error('other'))).toBeUndefined()
    })

    test('a broken foreign key is recognised', async () => {
      const database = await openWithNotes()
      const error: unknown = await database
        .transaction((db) => addNote(db, 'orphan', { parent_id: 999 }))
        .catch((fault) => fault)
      expect(database.dialect.isForeignKeyViolation(error)).toBe(true)
      expect(database.dialect.uniqueViolation(error)).toBeUndefined()
      expect(database.dialect.isForeignKeyViolation(new Error('other'))).toBe(false)
    })

    test('a row that others restrict cannot be deleted', async () => {
      const database = await openWithNotes()
      const { integer } = database.dialect.types
      await database.transaction(async (db) => {
        await sql`create table stars (note_id ${integer} references notes (id) on delete restrict)`.execute(
          db,
        )
        await sql`insert into stars (note_id) values (${await addNote(db, 'a')})`.execute(db)
      })
      const error: unknown = await database
        .transaction((db) => notes(db).deleteFrom('notes').execute())
        .catch((fault) => fault)
      expect(database.dialect.isForeignKeyViolation(error)).toBe(true)
    })
  })

  test('statements are counted, transaction control is not', async () => {
    const database = await openWithNotes()
    const before = database.queries
    await database.transaction(async (db) => {
      await addNote(db, 'a')
      await database.savepoint(db, () => addNote(db, 'b'))
    })
    await titles(database.read)
    expect(database.queries - before).toBe(3)
  })

  test('select * follows a change of the table', async () => {
    const database = await openWithNotes()
    await database.transaction((db) => addNote(db, 'a'))
    const all = () => notes(database.read).selectFrom('notes').selectAll().execute()
    await Promise.all([all(), all(), all()])
    const { boolean } = database.dialect.types
    await database.transaction((db) =>
      sql`alter table notes add column is_new ${boolean} default true`.execute(db),
    )
    for (const rows of await Promise.all([all(), all(), all()]))
      expect(rows[0]).toMatchObject({ is_new: true })
  })
})
