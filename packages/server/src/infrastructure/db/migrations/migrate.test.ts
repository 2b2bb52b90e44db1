import { createPostgresDatabase, eachDatabase } from '@parley/testing/databases'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../database.ts'
import { openDatabase } from '../open.ts'
import { migrate, pendingMigrations, rollback } from './migrate.ts'
import type { Migration, OwnedMigrations } from './migrations.ts'

function creates(table: string): Migration {
  return {
    async up({ db, dialect }) {
      await sql`create table ${sql.ref(table)} (id ${dialect.types.id}, is_new ${dialect.types.boolean})`.execute(
        db,
      )
    },
    async down({ db }) {
      await sql`drop table ${sql.ref(table)}`.execute(db)
    },
  }
}

const owned: OwnedMigrations[] = [
  { owner: 'notes', migrations: { '002_replies': creates('replies'), '001_notes': creates('notes') } },
  { owner: 'labels', migrations: { '001_labels': creates('labels') } },
]
const order = ['notes/001_notes', 'notes/002_replies', 'labels/001_labels']

async function tables(database: Database): Promise<string[]> {
  const found = await database.read.introspection.getTables()
  return found.map((table) => table.name).sort()
}

const namesOf = (ids: { owner: string; name: string }[]) => ids.map((id) => `${id.owner}/${id.name}`)

eachDatabase((open, name) => {
  test('migrations run up, down and up again', async () => {
    const database = await open()
    expect(namesOf(await pendingMigrations(database, owned))).toEqual(order)
    const progress: string[] = []
    const ran = await migrate(database, owned, (id, done, total) =>
      progress.push(`${id.name} ${done}/${total}`),
    )
    expect(namesOf(ran)).toEqual(order)
    expect(progress).toEqual(['001_notes 0/3', '002_replies 1/3', '001_labels 2/3'])
    expect(await tables(database)).toEqual(['labels', 'migrations', 'notes', 'replies'])
    expect(await pendingMigrations(database, owned)).toEqual([])
    expect(await migrate(database, owned)).toEqual([])

    expect(namesOf(await rollback(database, owned.slice(0, 1)))).toEqual([order[1], order[0]])
    expect(await tables(database)).toEqual(['labels', 'migrations'])
    expect(namesOf(await pendingMigrations(database, owned))).toEqual(order.slice(0, 2))
    expect(namesOf(await migrate(database, owned))).toEqual(order.slice(0, 2))
  })

  test('a failing migration is rolled back, and those before it stay', async () => {
    const database = await open()
    const failing: Migration = {
      async up(context) {
        await creates('half').up(context)
        await sql`select * from nowhere`.execute(context.db)
      },
      down: async () => {},
    }
    const broken = [...owned, { owner: 'broken', migrations: { '001_half': failing } }]
    await expect(migrate(database, broken)).rejects.toThrow('Migration 001_half of broken failed')
    expect(await tables(database)).toEqual(['labels', 'migrations', 'notes', 'replies'])
    expect(namesOf(await pendingMigrations(database, broken))).toEqual(['broken/001_half'])
  })

  test('concurrent calls run each migration once', async () => {
    const database = await open()
    const runs = await Promise.all([1, 2, 3].map(() => migrate(database, owned)))
    expect(namesOf(runs.flat()).sort()).toEqual([...order].sort())
  })

  test.runIf(name === 'postgres')('concurrent processes run each migration once', async () => {
    const url = await createPostgresDatabase()
    const databases = await Promise.all([1, 2, 3].map(() => openDatabase({ url })))
    const runs = await Promise.all(databases.map((database) => migrate(database, owned)))
    expect(namesOf(runs.flat()).sort()).toEqual([...order].sort())
    await Promise.all(databases.map((database) => database.close()))
  })
})
