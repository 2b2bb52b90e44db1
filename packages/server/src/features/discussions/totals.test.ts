import {
  eachTestForum,
  examinedRows,
  grant,
  makeDiscussion,
  makeUser,
  planOf,
  selectsOf,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { members } from '../../points/context/actor.ts'

type Client = ReturnType<TestForum['guest']>

async function totalsOf(client: Client, query = '') {
  const { body } = await client.get(`/api/discussions?withTotals=1${query}`)
  return (body as { meta?: { totals?: unknown } }).meta?.totals
}

/** Stores discussions at once. The last ones have the newest posts. */
async function fill(forum: TestForum, count: number, hidden = 0): Promise<void> {
  const hour = (number: number) => new Date(Date.UTC(2020, 0, 1, number)).toISOString()
  await forum.current.database.transaction(async (db) => {
    for (let from = 0; from < count; from += 250) {
      const rows = Array.from({ length: Math.min(250, count - from) }, (_, place) => ({
        title: 'Many',
        slug: 'many',
        created_at: hour(from + place),
        last_posted_at: hour(from + place),
        last_post_number: 2,
        post_number_index: 2,
        comment_count: 2,
        user_id: 1,
        hidden_at: from + place < hidden ? hour(0) : null,
      }))
      await db.insertInto('discussions').values(rows).execute()
    }
  })
}

eachTestForum((open) => {
  test('totals count what the actor sees, and only where they are asked for', async () => {
    const forum = await open()
    const member = await makeUser(forum)
    await fill(forum, 30, 5)
    await makeDiscussion(forum, { title: 'Kestrels', user_id: member.id, posts: [{ content: 'Falcons' }] })
    const [guest, reader, admin] = [forum.guest(), await forum.as(member), await forum.as(1)]
    expect((await guest.get('/api/discussions')).body).not.toHaveProperty('meta')
    expect((await guest.get('/api/users?withTotals=1')).body).not.toHaveProperty('meta')
    const exactly = (count: number) => ({ count, hasMore: false })
    expect(await totalsOf(guest)).toEqual({ rows: exactly(26) })
    expect(await totalsOf(reader)).toEqual({ rows: exactly(26), unreadPosts: exactly(51) })
    expect(await totalsOf(admin)).toEqual({ rows: exactly(31), unreadPosts: exactly(61) })
    expect(await totalsOf(reader, '&sort=createdAt&page[after]=')).toMatchObject({ rows: exactly(26) })
    expect(await totalsOf(reader, '&page[offset]=20')).toMatchObject({ rows: exactly(26) })
    expect(await totalsOf(reader, '&page[offset]=40')).toMatchObject({ rows: exactly(26) })
    expect(await totalsOf(reader, '&filter[author]=admin')).toEqual({ rows: exactly(25) })
    expect(await totalsOf(reader, '&filter[q]=kestrels')).toEqual({ rows: exactly(1) })
    expect(await totalsOf(reader, '&filter[q]=ospreys')).toEqual({ rows: exactly(0) })
    expect(await totalsOf(admin, '&filter[q]=is:hidden')).toEqual({ rows: exactly(5) })
    const { body } = await reader.get('/api/discussions?withTotals=1&page[after]=')
    const { pathname, search } = new URL((body as { links: { next: string } }).links.next)
    expect((await reader.get(pathname + search)).body).not.toHaveProperty('meta')
    await grant(forum, 'viewForum', [members])
    expect(await totalsOf(guest)).toEqual({ rows: exactly(0) })
  })

  test('unread posts are those that the rows of the list count', async () => {
    const forum = await open()
    const member = await makeUser(forum)
    await fill(forum, 3)
    const reader = await forum.as(member)
    const unread = async () => (await totalsOf(reader)) as { unreadPosts: { count: number } }
    expect((await unread()).unreadPosts.count).toBe(6)
    await reader.patch('/api/discussions/1', { data: { attributes: { lastReadPostNumber: 1 } } })
    expect((await unread()).unreadPosts.count).toBe(5)
    await forum.current.database.transaction((db) =>
      db.updateTable('discussions').set({ comment_count: 1 }).where('id', '=', 2).execute(),
    )
    expect((await unread()).unreadPosts.count).toBe(4)
    const attributes = { markedAllAsReadAt: '2020-01-01T01:00:00.000Z' }
    await forum.current.database.transaction((db) =>
      db
        .updateTable('users')
        .set({ marked_all_as_read_at: attributes.markedAllAsReadAt })
        .where('id', '=', member.id)
        .execute(),
    )
    expect((await unread()).unreadPosts.count).toBe(2)
  })

  test('counts stop at a limit, and at the newest rows', async () => {
    const forum = await open()
    const reader = await forum.as(await makeUser(forum))
    await fill(forum, 1000)
    expect(await totalsOf(reader)).toEqual({
      rows: { count: 1000, hasMore: false },
      unreadPosts: { count: 1000, hasMore: true },
    })
    await fill(forum, 1500, 1400)
    expect(await totalsOf(forum.guest())).toEqual({ rows: { count: 600, hasMore: true } })
    expect(await totalsOf(await forum.as(1))).toMatchObject({ rows: { count: 1000, hasMore: true } })
    expect(await totalsOf(await forum.as(1), '&filter[q]=-is:hidden')).toEqual({
      rows: { count: 600, hasMore: true },
    })
    expect(await totalsOf(reader, '&filter[q]=is:hidden')).toEqual({ rows: { count: 0, hasMore: false } })
  })

  test('totals take two statements more, which read their rows by an index', async () => {
    const forum = await open()
    await fill(forum, 6000, 5000)
    const { database } = forum.current
    await database.transaction((db) =>
      db.updateTable('users').set({ marked_all_as_read_at: '2020-01-02T00:00:00.000Z' }).execute(),
    )
    const plain = await selectsOf(forum, '/api/discussions')
    const statements = await selectsOf(forum, '/api/discussions?withTotals=1')
    expect(statements.length).toBe(plain.length + 2)
    const texts = new Set(plain.map(({ sql }) => sql))
    for (const statement of statements.filter(({ sql }) => !texts.has(sql))) {
      if (database.dialect.name === 'sqlite') {
        const { examined } = await examinedRows(database, ['discussions', 'discussion_user'], statement)
        expect({ sql: statement.sql, isBounded: examined <= 4001 }).toMatchObject({ isBounded: true })
      } else {
        const plan = await planOf(database, statement, { without: ['seqscan', 'sort'] })
        const isByIndex = !/Seq Scan on discussions|Sort/.test(plan)
        expect({ plan, isByIndex }).toMatchObject({ isByIndex: true })
      }
    }
  })
})
