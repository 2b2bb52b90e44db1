import { openTestDatabase } from '@parley/testing/databases'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { features } from '../../assembly/features.ts'
import type { Database } from '../../infrastructure/db/database.ts'
import { migrate } from '../../infrastructure/db/migrations/migrate.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import { combinePoints } from '../../points/points.ts'
import { indexPosts } from './index-rows.ts'

const created_at = '2024-01-01T00:00:00.000Z'

/** A long text of rare words, different for each number. */
const textOf = (number: number) =>
  Array.from({ length: 120 }, (_, place) => `word${((number * 120 + place) * 7919) % 100_003}`).join(' ')

async function storePosts(database: Database, db: Queries, first: number, count: number): Promise<void> {
  const posts = Array.from({ length: count }, (_, place) => {
    const id = first + place
    return { id, discussion_id: 1, number: id, created_at, type: 'comment', content: textOf(id) }
  })
  await db.insertInto('posts').values(posts).execute()
  await indexPosts({ db, dialect: database.dialect }, posts)
}

/** Ids of the pages in the index of posts; an id is not reused while its page exists. */
async function pagesOf({ read }: Database): Promise<Set<string>> {
  const { rows } = await sql<{ page: string }>`
    select cast(id as text) as page from search_posts_data`.execute(read)
  return new Set(rows.map(({ page }) => page))
}

test('no transaction merges large parts of the index', async () => {
  const database = await openTestDatabase('sqlite')
  await migrate(database, combinePoints(features).migrations)
  await database.transaction((db) =>
    db.insertInto('discussions').values({ title: 'Long', slug: '', created_at }).execute(),
  )
  const newPagesOf = async (work: (db: Queries) => Promise<unknown>) => {
    const before = await pagesOf(database)
    await database.transaction(work)
    return (await pagesOf(database)).difference(before).size
  }
  for (let batch = 0; batch < 40; batch += 1)
    await database.transaction((db) => storePosts(database, db, batch * 100 + 1, 100))
  const stored: number[] = []
  for (let id = 4001; id <= 4200; id += 1)
    stored.push(await newPagesOf((db) => storePosts(database, db, id, 1)))
  const filled = (await pagesOf(database)).size
  const deleted: number[] = []
  for (let batch = 0; batch < 30; batch += 1) {
    const ids = sql`id > ${batch * 100} and id <= ${(batch + 1) * 100}`
    deleted.push(await newPagesOf((db) => sql`delete from posts where ${ids}`.execute(db)))
  }
  expect(Math.max(...stored)).toBeLessThan(40)
  expect(Math.max(...deleted)).toBeLessThan(80)
  // Deleted entries leave the index step by step.
  expect((await pagesOf(database)).size).toBeLessThan(filled * 0.75)
})
