import { eachDatabase } from '@parley/testing/databases'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createdTables } from './created-tables.ts'
import { addFlagColumn } from './flag-column.ts'
import { migrate } from './migrate.ts'
import type { Migration } from './migrations.ts'

const runs = (...statements: string[]): Migration => ({
  async up({ db }) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
  down: async () => {},
})

eachDatabase((open) => {
  test('tables and columns are those that the migrations make, and nothing is made', async () => {
    const database = await open()
    const migrations = {
      '002_more': runs(
        'alter table notes add column title text',
        'drop table drafts',
        'alter table old rename to new',
      ),
      '001_notes': runs(
        'create table notes (id integer primary key)',
        'create table if not exists "drafts" (id integer)',
        'create table old (id integer)',
        'create table host (id integer)',
      ),
      '003_typed': {
        up: async ({ db }) => {
          await db.schema.createTable('typed').addColumn('id', 'integer').execute()
        },
        down: async () => {},
      } satisfies Migration,
    }
    expect(await createdTables(database.dialect, migrations)).toEqual({
      tables: ['notes', 'host', 'new', 'typed'],
      columns: [],
    })
    expect(await database.read.introspection.getTables()).toEqual([])
    await migrate(database, [{ owner: 'probe', migrations }])
    const made = (await database.read.introspection.getTables()).map(({ name }) => name)
    expect(made.filter((name) => name !== 'migrations').sort()).toEqual(['host', 'new', 'notes', 'typed'])
  })

  test('columns of tables of others come with their default', async () => {
    const { dialect } = await open()
    const migrations = {
      '001_flag': addFlagColumn('migrations', 'is_new', ['name']),
      '002_text': runs(`alter table migrations add column "note" text default 'none'`),
      '003_gone': runs(
        'alter table migrations add column gone text',
        'alter table migrations drop column gone',
      ),
    }
    expect((await createdTables(dialect, migrations)).columns).toEqual([
      { table: 'migrations', column: 'is_new', default: 'false' },
      { table: 'migrations', column: 'note', default: "'none'" },
    ])
  })

  test('a migration that needs data counts with what it did before', async () => {
    const { dialect } = await open()
    const needy: Migration = {
      async up({ db }) {
        await sql`create table notes (id integer)`.execute(db)
        await db.selectFrom('migrations').select('name').executeTakeFirstOrThrow()
        await sql`create table never (id integer)`.execute(db)
      },
      down: async () => {},
    }
    expect((await createdTables(dialect, { '001_needy': needy })).tables).toEqual(['notes'])
  })
})
