// node scripts/run.mjs bench/lists/tags.ts [--database postgres] [--discussions 300000]
// Lists of discussions by tags, as a ratio to that of a common tag; and how long statements hold the database while a tag
// with nearly all discussions is restricted and opened.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PostgresConnection } from '@parley/server/db/postgres-connection'
import { SqliteConnection } from '@parley/server/db/sqlite-connection'
import { createForum, type RunningForum } from '@parley/server/forum'
import { makeGroup, makeUser } from '@parley/testing/factories'
import { startPostgresServer } from '@parley/testing/postgres-server'
import { insertDiscussions } from '@parley/testing/shelves'
import { type RawBuilder, sql } from 'kysely'
import { loadExtensions } from '../../site/server.ts'
import { compareLists, install, type List, tokenOf } from './list-times.ts'

/** The longest that a statement may hold the writer, in milliseconds. */
const goalMs = 50
const changes = 20

/** The ids of tags. The oldest thousand discussions have one of `parts` each, the next thousand have `old`. */
const ids = { most: 2, common: 3, rare: 4, old: 5 } as const
const parts = Array.from({ length: 50 }, (_, index) => 10 + index)

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    discussions: { type: 'string', default: '300000' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'parley-tags-'))
const postgres = values.database === 'postgres' ? await startPostgresServer() : undefined
const forum = await createForum({
  database: postgres ? { url: `${postgres.url}/postgres` } : { file: join(folder, 'forum.sqlite') },
  dataDir: folder,
  baseUrl: 'http://localhost',
  extensions: await loadExtensions(),
  rateLimits: 'off',
})
try {
  await install(forum)
  await fill(forum, Number(values.discussions))
  const reader = await readerOf(forum, ['viewForum'])
  const admin = await tokenOf(forum, 1)
  const isMet = await compareLists(forum, await listsOf(forum, reader))
  const longest = await restrictAndOpen(forum, admin, reader)
  console.log(`| longest statement while a tag is restricted or opened | ${longest.toFixed(2)} ms |`)
  if (!isMet || longest > goalMs) process.exitCode = 1
} finally {
  await forum.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Stores tags and discussions, a minute apart, the newest last. */
async function fill({ current: { database }, rebuild }: RunningForum, count: number): Promise<void> {
  const isSqlite = database.dialect.name === 'sqlite'
  await database.transaction(async (db) => {
    for (const id of [...Object.values(ids), ...parts])
      await sql`insert into tags (id, name, slug, is_restricted)
        values (${id}, ${`Tag ${id}`}, ${`tag-${id}`}, ${id === ids.old || parts.includes(id)})`.execute(db)
    await insertDiscussions(db, isSqlite, count)
    const put = (tag: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
      sql`insert into discussion_tag
        (discussion_id, tag_id, created_at, is_counted, last_posted_at, comment_count, started_at)
        select id, ${tag}, created_at, true, last_posted_at, comment_count, created_at
        from discussions where ${where}`.execute(db)
    await put(sql`10 + id % 50`, sql`id <= 1000`)
    await put(sql.lit(ids.old), sql`id > 1000 and id <= 2000`)
    await put(sql.lit(ids.rare), sql`id > 2000 and id <= 2020`)
    await put(sql.lit(ids.most), sql`id > 2000`)
    await put(sql.lit(ids.common), sql`id > 2020 and id % 3 = 0`)
    await sql`delete from group_permission where permission = 'viewForum'`.execute(db)
    for (const kind of ['primary', 'secondary'])
      await sql`insert into settings (key, value) values (${`flarum-tags.min_${kind}_tags`}, '0')`.execute(db)
    if (!isSqlite) await sql`analyze`.execute(db)
  })
  await rebuild()
}

/** Stores an account with these permissions. Returns its token. */
async function readerOf(running: RunningForum, permissions: readonly string[]): Promise<string> {
  const { id: group_id } = await makeGroup(running)
  await running.current.database.transaction((db) =>
    db
      .insertInto('group_permission')
      .values(permissions.map((permission) => ({ group_id, permission })))
      .execute(),
  )
  await running.current.reload()
  return tokenOf(running, (await makeUser(running, { groupIds: [group_id] })).id)
}

async function listsOf(running: RunningForum, token: string): Promise<List[]> {
  const old = await readerOf(running, [`tag${ids.old}.viewForum`])
  const byParts = await readerOf(
    running,
    parts.map((id) => `tag${id}.viewForum`),
  )
  const rare = `filter[tag]=tag-${ids.rare}`
  return [
    { name: 'a common tag', token, query: `filter[tag]=tag-${ids.common}` },
    { name: 'a rare tag', token, query: rare, hasGoal: true },
    { name: 'a rare tag, newest first', token, query: `${rare}&sort=-createdAt`, hasGoal: true },
    { name: 'the index', token, query: '' },
    { name: 'the index of a reader of one tag with 1,000 old ones', token: old, query: '', hasGoal: true },
    {
      name: 'the index of a reader of 50 tags with the oldest 1,000',
      token: byParts,
      query: '',
      hasGoal: true,
    },
  ]
}

/**
 * Restricts and opens the tag with most discussions, and checks that the next request follows. Returns the longest time of
 * a statement meanwhile, in milliseconds: on SQLite that of the processor.
 */
async function restrictAndOpen(running: RunningForum, admin: string, reader: string): Promise<number> {
  const times: number[] = []
  for (let change = 0; change < changes; change++) {
    const isRestricted = change % 2 === 0
    const stopWatching = watchStatements((ms) => void times.push(ms))
    try {
      const { statusCode } = await running.inject({
        method: 'PATCH',
        url: `/api/tags/${ids.most}`,
        headers: { authorization: `Token ${admin}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ data: { attributes: { isRestricted } } }),
      })
      if (statusCode !== 200) throw new Error(`PATCH /api/tags: ${statusCode}`)
    } finally {
      stopWatching()
    }
    const { payload } = await running.inject({
      method: 'GET',
      url: `/api/discussions?filter[tag]=tag-${ids.most}`,
      headers: { authorization: `Token ${reader}` },
    })
    const { data } = JSON.parse(payload) as { data: unknown[] }
    if (data.length !== (isRestricted ? 0 : 20)) throw new Error(`${data.length} discussions are listed`)
  }
  return Math.max(...times)
}

/** Tells the time of every statement. Returns a function that stops it. */
function watchStatements(tell: (ms: number) => void): () => void {
  const { run } = SqliteConnection.prototype
  const { executeQuery } = PostgresConnection.prototype
  SqliteConnection.prototype.run = function timed<R>(
    this: SqliteConnection,
    ...args: Parameters<typeof run>
  ) {
    const cpu = process.cpuUsage()
    const result = run.apply(this, args)
    const { user, system } = process.cpuUsage(cpu)
    tell((user + system) / 1000)
    return result as ReturnType<typeof run<R>>
  }
  PostgresConnection.prototype.executeQuery = async function timed<R>(
    this: PostgresConnection,
    ...args: Parameters<typeof executeQuery>
  ) {
    const start = performance.now()
    const result = await executeQuery.apply(this, args)
    tell(performance.now() - start)
    return result as Awaited<ReturnType<typeof executeQuery<R>>>
  }
  return () => {
    SqliteConnection.prototype.run = run
    PostgresConnection.prototype.executeQuery = executeQuery
  }
}
