import { join } from 'node:path'
import {
  examinedByScans,
  examinedRows,
  keptPlanNodes,
  makeUser,
  onBothDatabases,
  planNodes,
  readExtension,
  selectsOf,
  type TestForum,
} from '@parley/testing'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { openUploads } from '../fixtures/forum.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))

const admin = { id: 1 }
/** The rows of a page, and one behind it. */
const page = 21

interface Files {
  owner: RawBuilder<unknown>
  shared: boolean
  from: number
  to: number
}

/** Stores rows of files: every third is hidden, every second one a picture. */
async function insertFiles(forum: TestForum, { owner, shared, from, to }: Files): Promise<void> {
  await forum.current.database.transaction(async (db) => {
    await sql`with recursive numbers(i) as
        (select ${sql.lit(from)} union all select i + 1 from numbers where i < ${sql.lit(to)})
      insert into fof_upload_files (id, actor_id, base_name, path, url, type, size, upload_method,
        created_at, uuid, tag, hidden, shared, kind)
      select i, ${owner}, i || '.png', i || '.png', 'https://a.example/' || i, 'image/png', 5, 'local',
        '2026-01-01T00:00:00.000Z', 'uuid' || i, 'file', i % 3 = 0, ${sql.lit(shared)},
        case when i % 2 = 0 then 'image' else 'other' end from numbers`.execute(db)
  })
}

/** The rows of files that a statement examines, by its plan for these parameters and by that for any. */
async function examined({ current: { database } }: TestForum, query: CompiledQuery): Promise<number[]> {
  if (database.dialect.name === 'sqlite')
    return [(await examinedRows(database, ['fof_upload_files'], query)).examined]
  const plans = [await planNodes(database, query), await keptPlanNodes(database, query)]
  return plans.map(examinedByScans)
}

onBothDatabases((open) => {
  test('lists examine the rows of their page, however many newer files of others there are', async () => {
    const { forum, user } = await openUploads(await open({ extensions: [extension] }), makeUser)
    for (let count = 0; count < 30; count++) await makeUser(forum)
    const own = sql.lit(user.id)
    await insertFiles(forum, { owner: own, shared: false, from: 1, to: 2000 })
    await insertFiles(forum, { owner: sql`null`, shared: true, from: 2001, to: 3000 })
    await insertFiles(forum, { owner: sql`${own} + 1 + i % 30`, shared: false, from: 3001, to: 25_000 })
    await forum.current.database.transaction(async (db) => {
      await sql`insert into upload_name_words (owner_id, word, file_id)
        select coalesce(actor_id, 0), 'sea', id from fof_upload_files where id % 100 = 1 and id <= 3000`.execute(
        db,
      )
      await sql`analyze`.execute(db)
    })
    const filters = [
      '',
      'filter[type]=image',
      'filter[hidden]=true',
      'filter[hidden]=true&filter[type]=other',
    ]
    const requests = filters.flatMap((filter) => [
      { path: `/api/fof/uploads?${filter}`, viewer: user, most: page },
      { path: `/api/fof/uploads?filter[user]=${user.id}&${filter}`, viewer: admin, most: page },
      { path: `/api/fof/upload/shared-files?${filter}`, viewer: user, most: page },
      { path: `/api/fof/upload/shared-files?${filter}`, viewer: admin, most: page },
    ])
    // All that are shared; PostgreSQL may find them in an index and then read them, which counts twice.
    for (const [path, viewer] of [
      ['uploads', user],
      ['upload/shared-files', user],
      ['upload/shared-files', admin],
    ] as const)
      requests.push({ path: `/api/fof/${path}?filter[q]=se`, viewer, most: 20 })
    // And some that share a page of the table with them.
    requests.push({ path: '/api/upload/storage', viewer: admin, most: 2200 })
    const tooMany: unknown[] = []
    for (const { path, viewer, most } of requests) {
      const selects = await selectsOf(forum, path, viewer)
      const [list, ...others] = selects.filter(({ sql: text }) => text.includes('fof_upload_files'))
      if (!list || others.length > 0) throw new Error(`${path} does not read files once`)
      const counts = await examined(forum, list)
      if (counts.some((count) => count > most)) tooMany.push([path, viewer.id, counts])
    }
    expect(tooMany).toEqual([])
  })
})
