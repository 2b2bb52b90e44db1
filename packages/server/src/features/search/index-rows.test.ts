import { eachDatabase } from '@parley/testing/databases'
import { expect, test } from 'vitest'
import { features } from '../../assembly/features.ts'
import type { Database } from '../../infrastructure/db/database.ts'
import { migrate, rollback } from '../../infrastructure/db/migrations/migrate.ts'
import { combinePoints } from '../../points/points.ts'
import { indexPosts, postIndex, titleIndex } from './index-rows.ts'
import { rebuildSearch } from './rebuild.ts'

const migrations = combinePoints(features).migrations
const search = migrations.filter(({ owner }) => owner === 'search')
const others = migrations.filter(({ owner }) => owner !== 'search')
const now = '2024-01-01T00:00:00.000Z'

/** Inserts a discussion and its comments without indexing them. Returns the ids of the comments. */
async function store(database: Database, title: string, ...contents: string[]): Promise<number[]> {
  return database.transaction(async (db) => {
    const discussion = { title, slug: '', created_at: now }
    const { id } = await db
      .insertInto('discussions')
      .values(discussion)
      .returning('id')
      .executeTakeFirstOrThrow()
    const ids: number[] = []
    for (const [place, content] of contents.entries()) {
      const post = { discussion_id: id, number: place + 1, created_at: now, type: 'comment', content }
      ids.push((await db.insertInto('posts').values(post).returning('id').executeTakeFirstOrThrow()).id)
    }
    return ids
  })
}

async function find(database: Database, index: string, term: string, isPrefix = false): Promise<number[]> {
  const { slowQueries, dialect } = database
  const word = await dialect.fullText.compile(slowQueries, { terms: [term], isPrefix })
  return (await dialect.fullText.find(slowQueries, [word], { index, limit: 100 }))[0] ?? []
}

eachDatabase((open) => {
  test('the migration indexes existing rows, and can be rolled back', async () => {
    const database = await open()
    await migrate(database, others)
    const ids = await store(database, 'Otters', ...Array.from({ length: 1200 }, (_, place) => `post${place}`))
    await migrate(database, migrations)
    expect(await find(database, titleIndex, 'otters')).toHaveLength(1)
    expect(await find(database, postIndex, 'post0')).toEqual([ids[0]])
    expect(await find(database, postIndex, 'post1199')).toEqual([ids.at(-1)])
    await rollback(database, search)
    await store(database, 'Beavers', 'dams')
    await migrate(database, migrations)
    expect(await find(database, postIndex, 'dams')).toHaveLength(1)
  })

  test('deleted rows leave the index, also rows that foreign keys delete', async () => {
    const database = await open()
    await migrate(database, migrations)
    const ids = await store(database, 'Otters', 'one', 'two', 'three')
    await rebuildSearch(database)
    expect(await find(database, postIndex, 'two')).toEqual([ids[1]])
    await database.transaction((db) =>
      db
        .deleteFrom('posts')
        .where('id', '=', ids[1] ?? 0)
        .execute(),
    )
    expect({
      two: await find(database, postIndex, 'two'),
      three: await find(database, postIndex, 'three'),
    }).toEqual({ two: [], three: [ids[2]] })
    await database.transaction((db) => db.deleteFrom('discussions').execute())
    expect(await find(database, postIndex, 'three')).toEqual([])
    expect(await find(database, titleIndex, 'otters')).toEqual([])
  })

  test('rebuilding indexes changes that were made in the database directly', async () => {
    const database = await open()
    await migrate(database, migrations)
    const [id = 0] = await store(database, 'Otters', 'one')
    expect(await find(database, postIndex, 'one')).toEqual([])
    const seen: number[] = []
    await rebuildSearch(database, { progress: (done, total) => seen.push(done / total) })
    expect({ one: await find(database, postIndex, 'one'), progress: seen.at(-1) }).toEqual({
      one: [id],
      progress: 1,
    })
    await database.transaction((db) => db.updateTable('posts').set({ content: 'other' }).execute())
    await rebuildSearch(database, { signal: AbortSignal.abort() })
    expect(await find(database, postIndex, 'one')).toEqual([id])
    await rebuildSearch(database)
    expect({
      one: await find(database, postIndex, 'one'),
      other: await find(database, postIndex, 'other'),
    }).toEqual({ one: [], other: [id] })
  })

  test('a rolled-back change leaves the index unchanged', async () => {
    const database = await open()
    await migrate(database, migrations)
    const [id = 0] = await store(database, 'Otters', 'one')
    await rebuildSearch(database)
    const { dialect } = database
    const rolledBack = database.transaction(async (db) => {
      await indexPosts({ db, dialect }, [{ id, content: 'two' }])
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect({
      one: await find(database, postIndex, 'one'),
      two: await find(database, postIndex, 'two'),
    }).toEqual({ one: [id], two: [] })
  })

  test('of changes in one group commit only the successful ones are found', async () => {
    const database = await open()
    await migrate(database, migrations)
    const ids = await store(database, 'Otters', ...Array.from({ length: 20 }, () => 'before'))
    await rebuildSearch(database)
    const { dialect } = database
    await Promise.allSettled(
      ids.map((id, place) =>
        database.transaction(async (db) => {
          await indexPosts({ db, dialect }, [{ id, content: `after after${place}` }])
          if (place % 2 === 0) throw new Error('rolled back')
        }),
      ),
    )
    const sorted = async (term: string) => (await find(database, postIndex, term)).sort((a, b) => a - b)
    expect(await sorted('before')).toEqual(ids.filter((_, place) => place % 2 === 0))
    expect(await sorted('after')).toEqual(ids.filter((_, place) => place % 2 === 1))
    expect({ after3: await sorted('after3'), after4: await sorted('after4') }).toEqual({
      after3: [ids[3]],
      after4: [],
    })
  })

  test('a prefix that very many words have finds some of them', async () => {
    const database = await open()
    await migrate(database, migrations)
    await store(database, 'x', ...Array.from({ length: 150 }, (_, place) => `otter${place}`))
    await rebuildSearch(database)
    expect((await find(database, postIndex, 'otter', true)).length).toBeGreaterThan(90)
    expect(await find(database, postIndex, 'otter149', true)).toHaveLength(1)
  })

  test('statements on the slow-query connection see what is committed, fail as others do, and are counted', async () => {
    const database = await open()
    await migrate(database, migrations)
    await store(database, 'Otters', 'one')
    const before = database.queries
    const rows = await database.slowQueries
      .selectFrom('discussions')
      .select(['title', 'is_private'])
      .execute()
    expect({ rows, queries: database.queries - before }).toEqual({
      rows: [{ title: 'Otters', is_private: false }],
      queries: 1,
    })
    await expect(
      database.slowQueries
        .selectFrom('discussions')
        .select('nonsense' as 'id')
        .execute(),
    ).rejects.toThrow(/nonsense/)
    await expect(database.slowQueries.deleteFrom('posts').execute()).rejects.toThrow()
    expect(await database.slowQueries.selectFrom('posts').select('id').execute()).toHaveLength(1)
  })
})
