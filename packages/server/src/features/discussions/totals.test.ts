import {
  changeDiscussion,
  examinedRows,
  grant,
  makeDiscussion,
  makeUser,
  onBothDatabases,
  planOf,
  selectsOf,
  type TestForum,
} from '@parley/testing'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'
import { members } from '../../points/context/actor.ts'

type Client = ReturnType<TestForum['guest']>

async function totalsOf(client: Client, query = '') {
  const { status, body } = await client.get(`/api/totals/discussions?${query}`)
  const { data } = body as { data: { type: string; id: string; attributes: object } }
  expect({ status, ...data }).toMatchObject({ status: 200, type: 'totals', id: 'discussions' })
  return data.attributes
}

function bootOf(page: string): { documents: Readonly<Record<string, unknown>> } {
  const [, json = '{}'] =
    /<script type="application\/json" id="parley-boot">(.*?)<\/script>/s.exec(page) ?? []
  return JSON.parse(json) as { documents: Readonly<Record<string, unknown>> }
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

onBothDatabases((open) => {
  test('totals count what the actor sees', async () => {
    const forum = await open()
    const member = await makeUser(forum)
    await fill(forum, 30, 5)
    await makeDiscussion(forum, { title: 'Kestrels', user_id: member.id, posts: [{ content: 'Falcons' }] })
    const [guest, reader, admin] = [forum.guest(), await forum.as(member), await forum.as(1)]
    const exactly = (count: number) => ({ count, hasMore: false })
    expect(await totalsOf(guest)).toEqual({ rows: exactly(26) })
    expect(await totalsOf(reader)).toEqual({ rows: exactly(26), unreadPosts: exactly(51) })
    expect(await totalsOf(admin)).toEqual({ rows: exactly(31), unreadPosts: exactly(61) })
    expect(await totalsOf(reader, 'filter[author]=admin')).toEqual({ rows: exactly(25) })
    expect(await totalsOf(reader, 'filter[q]=kestrels')).toEqual({ rows: exactly(1) })
    expect(await totalsOf(reader, 'filter[q]=ospreys')).toEqual({ rows: exactly(0) })
    expect(await totalsOf(admin, 'filter[q]=is:hidden')).toEqual({ rows: exactly(5) })
    await grant(forum, 'viewForum', [members])
    expect(await totalsOf(guest)).toEqual({ rows: exactly(0) })
  })

  test('totals are no part of a list, and take and refuse the filters that it does', async () => {
    const forum = await open({ rateLimits: { searchesPerAddress: { points: 3, seconds: 60 } } })
    await fill(forum, 30)
    const guest = forum.guest()
    for (const query of ['', '?page[after]=', '?page[offset]=20']) {
      expect((await guest.get(`/api/discussions${query}`)).body).not.toHaveProperty('meta')
    }
    for (const type of ['users', 'posts', 'totals', 'nothing', 'discussions/1']) {
      expect((await guest.get(`/api/totals/${type}`)).status).toBe(404)
    }
    const tooMany = `filter[q]=${'author:a '.repeat(51)}`
    for (const query of [
      'filter[id]=x',
      'filter[author][]=a',
      tooMany,
      'filter[q][]=a',
      'filter[unknown]=1',
    ]) {
      const [list, totals] = [
        await guest.get(`/api/discussions?${query}`),
        await guest.get(`/api/totals/discussions?${query}`),
      ]
      expect({ query, status: totals.status }).toEqual({ query, status: list.status })
      if (list.status !== 200) expect(totals.body).toEqual(list.body)
    }
    const statuses: number[] = []
    for (const path of ['discussions', 'totals/discussions', 'totals/discussions', 'totals/discussions']) {
      statuses.push((await guest.get(`/api/${path}?filter[q]=many`)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  test('a page holds its totals, for one search, until the list changes', async () => {
    const rateLimits = { searchesPerAddress: { points: 2, seconds: 60 } }
    const forum = await open({ client: await pageClient(), rateLimits })
    for (let made = 0; made < 3; made++) await makeDiscussion(forum, { title: 'Kestrels' })
    const guest = forum.guest()
    const rowsOn = async (path: string) => {
      const { documents } = bootOf((await guest.get(path)).text)
      const [totals] = Object.entries(documents).filter(([request]) => request.startsWith('/totals/'))
      expect(totals?.[1]).toMatchObject({ data: { type: 'totals' } })
      const document = totals?.[1] as { data: { attributes: { rows: { count: number } } } } | undefined
      return document?.data.attributes.rows.count
    }
    expect(await rowsOn('/all?q=kestrels')).toBe(3)
    expect(await rowsOn('/all')).toBe(3)
    await makeDiscussion(forum, { title: 'More kestrels' })
    expect(await rowsOn('/all')).toBe(4)
    expect(await rowsOn('/all?q=kestrels')).toBe(4)
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

  test('hidden posts are not unread', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum, { posts: Array.from({ length: 8 }, () => ({})) })
    const [admin, reader] = [await forum.as(1), await forum.as(await makeUser(forum))]
    const posts = await admin.get(`/api/posts?filter[discussion]=${id}`)
    for (const post of (posts.body as { data: { id: string }[] }).data.slice(2, 6)) {
      const attributes = { isHidden: true }
      expect((await admin.patch(`/api/posts/${post.id}`, { data: { attributes } })).status).toBe(200)
    }
    const counts = async () => {
      const list = (await reader.get('/api/discussions')).body as { data: { attributes: object }[] }
      const { unreadPosts } = (await totalsOf(reader)) as { unreadPosts: { count: number } }
      return [list.data[0]?.attributes, unreadPosts.count]
    }
    const [unread] = await counts()
    expect(unread).not.toHaveProperty('unreadCommentCount')
    for (const [read, expected] of [
      [1, 3],
      [2, 2],
      [4, 2],
      [7, 1],
      [8, 0],
    ] as const) {
      const { status, body } = await changeDiscussion(reader, id, { lastReadPostNumber: read })
      expect({ status, ...body.data?.attributes }).toMatchObject({
        status: 200,
        unreadCommentCount: expected,
      })
      expect(await counts()).toMatchObject([{ unreadCommentCount: expected }, expected])
    }
  })

  test('what is no unread comment is counted by indexes', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum, { posts: Array.from({ length: 8 }, () => ({})) })
    await changeDiscussion(await forum.as(1), id, { lastReadPostNumber: 2 })
    const { database } = forum.current
    for (const path of ['/api/discussions', '/api/totals/discussions']) {
      const statements = (await selectsOf(forum, path)).filter(({ sql }) => sql.includes('as exceptional'))
      expect({ path, count: statements.length }).toEqual({ path, count: 1 })
      for (const statement of statements) {
        const plan = await planOf(database, statement, { without: ['seqscan', 'bitmapscan'] })
        expect(plan).toContain('posts_exceptional')
        expect(plan).toContain('posts_events')
      }
    }
  })

  test('counts stop at a limit, and at the newest rows', async () => {
    const forum = await open()
    const reader = await forum.as(await makeUser(forum))
    await fill(forum, 1000)
    expect(await totalsOf(reader)).toEqual({
      rows: { count: 1000, hasMore: false },
      unreadPosts: { count: 1000, hasMore: true },
    })
    // Of the 2000 newest rows guests see 647.
    await fill(forum, 1500, 1353)
    expect(await totalsOf(forum.guest())).toEqual({ rows: { count: 600, hasMore: true } })
    expect(await totalsOf(await forum.as(1))).toMatchObject({ rows: { count: 1000, hasMore: true } })
    expect(await totalsOf(await forum.as(1), 'filter[q]=-is:hidden')).toEqual({
      rows: { count: 600, hasMore: true },
    })
    expect(await totalsOf(reader, 'filter[q]=is:hidden')).toEqual({ rows: { count: 0, hasMore: true } })
  })

  test('totals take two statements, which read their rows by an index', async () => {
    const forum = await open()
    await fill(forum, 6000, 5000)
    const { database } = forum.current
    await database.transaction((db) =>
      db.updateTable('users').set({ marked_all_as_read_at: '2020-01-02T00:00:00.000Z' }).execute(),
    )
    const texts = new Set((await selectsOf(forum, '/api')).map(({ sql }) => sql))
    const statements = await selectsOf(forum, '/api/totals/discussions')
    expect(statements.filter(({ sql }) => !texts.has(sql))).toHaveLength(2)
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
