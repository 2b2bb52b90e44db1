import { eachTestForum, makeDiscussion, makeUser, type TestForum } from '@parley/testing'
import { CompiledQuery, sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { PostgresConnection } from '../db/postgres-connection.ts'
import { SqliteConnection } from '../db/sqlite-connection.ts'
import { SqliteThread } from '../db/sqlite-thread.ts'

/** The statements that answering takes. */
async function statementsOf(forum: TestForum, path: string): Promise<CompiledQuery[]> {
  const guest = await forum.as(1)
  await guest.get(path)
  await forum.settled()
  const spies = [PostgresConnection, SqliteConnection, SqliteThread].map((connection) =>
    vi.spyOn(connection.prototype, 'executeQuery'),
  )
  const { status } = await guest.get(path)
  const statements = spies.flatMap((spy) => spy.mock.calls.map(([query]) => query))
  for (const spy of spies) spy.mockRestore()
  expect(status).toBe(200)
  return statements.filter(({ sql: text }) => /^\s*(select|with)/i.test(text))
}

/** How the database runs a statement, a step a line; PostgreSQL goes through a whole table only if it has to. */
function planOf(forum: TestForum, query: CompiledQuery): Promise<string> {
  const { database } = forum.current
  const isSqlite = database.dialect.name === 'sqlite'
  return database.transaction(async (db) => {
    if (!isSqlite) await sql`set local enable_seqscan = off`.execute(db)
    const explain = isSqlite ? 'explain query plan' : 'explain'
    const plan = CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters])
    const { rows } = await db.executeQuery<Record<string, string>>(plan)
    return rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n')
  })
}

/** More in a forum than a page has. */
async function filled(forum: TestForum): Promise<void> {
  const users = await Promise.all(Array.from({ length: 5 }, () => makeUser(forum)))
  for (let number = 0; number < 30; number++) {
    const posts = Array.from({ length: 40 }, (_, place) => ({
      content: `${place % 3 ? 'often' : 'seldom'} word${number}x${place}`,
      user_id: users[place % users.length]?.id ?? null,
    }))
    await makeDiscussion(forum, { title: `Often title${number}`, posts })
  }
  const { database } = forum.current
  await database.transaction(async (db) => {
    for (let from = 0; from < 3000; from += 500) {
      const rows = Array.from({ length: 500 }, (_, place) => ({
        username: `person${from + place}`,
        email: `person${from + place}@machine.local`,
        password: '',
      }))
      await db.insertInto('users').values(rows).execute()
    }
  })
}

eachTestForum((open) => {
  test('searches go through indexes, sort little and scan no table', async () => {
    const forum = await open()
    await filled(forum)
    const paths = [
      '/api/discussions?filter[q]=word3x7',
      '/api/discussions?filter[q]=often seldom',
      '/api/discussions?filter[q]=often author:user1',
      '/api/discussions?filter[q]=often&sort=-commentCount',
      '/api/users?filter[q]=person12',
      '/api/users?filter[q]=person1_3',
    ]
    for (const path of paths) {
      for (const statement of await statementsOf(forum, path)) {
        const plan = await planOf(forum, statement)
        const scans = [
          ...plan.matchAll(/^SCAN (\w+)(?!.*(VIRTUAL|USING))/gm),
          ...plan.matchAll(/Seq Scan on (\w+)/g),
        ]
          .map(([, table]) => table)
          .filter((table) => large.has(table ?? ''))
        expect([path, statement.sql, plan, scans]).toEqual([path, statement.sql, plan, []])
      }
    }
  })

  test('queries do not grow with what is found', async () => {
    const forum = await open()
    await makeDiscussion(forum, { title: 'Often', posts: [{ content: 'often' }] })
    const paths = ['/api/discussions?filter[q]=often', '/api/users?filter[q]=a']
    const few = []
    for (const path of paths) few.push((await statementsOf(forum, path)).length)
    await filled(forum)
    for (const [place, path] of paths.entries()) {
      const many = (await statementsOf(forum, path)).length
      expect([path, many <= 16, many - (few[place] ?? 0) <= 3]).toEqual([path, true, true])
    }
  })
})

/** Tables that grow with the forum. */
const large = new Set(['posts', 'discussions', 'users', 'search_posts', 'search_titles'])
