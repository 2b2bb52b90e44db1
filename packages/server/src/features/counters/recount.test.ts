import { seed } from '@parley/seed'
import {
  coreMigrations,
  createFilledDatabase,
  type DatabaseName,
  eachDatabase,
} from '@parley/testing/databases'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../infrastructure/db/database.ts'
import { migrate } from '../../infrastructure/db/migrations/migrate.ts'
import { type OpenOptions, openDatabase } from '../../infrastructure/db/open.ts'
import { coreCounters } from './core-counters.ts'
import { recount } from './recount.ts'

async function seedForum(place: OpenOptions): Promise<void> {
  const database = await openDatabase(place)
  await migrate(database, coreMigrations)
  await seed(database, {
    users: 20,
    discussions: 30,
    posts: 900,
    seed: 7,
    until: new Date('2026-01-01T00:00:00Z'),
    render: (content) => ({ content_html: content, markup_version: '' }),
  })
  await database.close()
}

async function openSeeded(name: DatabaseName): Promise<Database> {
  const database = await openDatabase(await createFilledDatabase(name, 'recounted', seedForum))
  onTestFinished(() => database.close())
  return database
}

const verify = (database: Database) => recount(database, coreCounters, { repair: false })

eachDatabase((_open, name) => {
  test('a seeded forum has exact counters', async () => {
    const database = await openSeeded(name)
    expect(await verify(database)).toEqual([])
  })

  test('finds every wrong value, and changes it only with `repair`', async () => {
    const database = await openSeeded(name)
    const { first_post_id } = await database.read
      .selectFrom('discussions')
      .select('first_post_id')
      .where('id', '=', 2)
      .executeTakeFirstOrThrow()
    await database.transaction(async (db) => {
      const wrong = { comment_count: 999, participant_count: 0, last_post_number: 1, post_number_index: 0 }
      await db.updateTable('discussions').set(wrong).where('id', '=', 1).execute()
      await db.updateTable('discussions').set({ first_post_id: null }).where('id', '=', 2).execute()
      await db
        .updateTable('users')
        .set({ comment_count: 0, discussion_count: 77 })
        .where('id', '=', 1)
        .execute()
      await db.deleteFrom('post_blocks').where('discussion_id', '=', 1).where('block', '=', 0).execute()
    })

    const found = await verify(database)
    expect(found.map(({ counter, id }) => `${counter} ${id}`)).toEqual([
      'discussions.comment_count 1',
      'discussions.participant_count 1',
      'discussions.last post 1',
      'discussions.first_post_id 2',
      'discussions.post_number_index 1',
      'post_blocks.count 1',
      'users.comment_count 1',
      'users.discussion_count 1',
    ])
    expect(found[3]).toMatchObject({ stored: 'nothing', counted: String(first_post_id) })
    expect(await verify(database)).toEqual(found)

    expect(await recount(database, coreCounters, { repair: true })).toEqual(found)
    expect(await verify(database)).toEqual([])
  })

  test('keeps the last post when no visible comment is left', async () => {
    const database = await openSeeded(name)
    await database.transaction(async (db) => {
      const hidden = { hidden_at: '2026-01-01T00:00:00.000Z' }
      await db.updateTable('posts').set(hidden).where('discussion_id', '=', 3).execute()
      await db.updateTable('discussions').set({ comment_count: 0 }).where('id', '=', 3).execute()
    })
    expect(await verify(database)).toEqual([])
  })
})
