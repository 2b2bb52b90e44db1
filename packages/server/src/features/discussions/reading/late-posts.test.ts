import {
  changeDiscussion,
  changePost,
  examinedRows,
  makeDiscussion,
  makeUser,
  onBothDatabases,
  planOf,
  replyTo,
  selectsOf,
} from '@parley/testing'
import { expect, test } from 'vitest'
import type { InstalledExtension } from '../../../points/extension.ts'

/** Posts are private while their text is 'held'. */
const holding: InstalledExtension = {
  id: 'holding',
  title: 'Holding',
  version: '1.0.0',
  declaration: {
    privacy: {
      posts: {
        isPrivate: ({ content }) => content === 'held',
        scope: (eb, { actor }) => (actor.isAdmin ? eb.lit(true) : undefined),
        sees: (actor) => actor.isAdmin,
      },
    },
  },
}

onBothDatabases((open) => {
  /** A discussion of public posts and of some that are private until `show`, and readers of it. */
  async function scene(isPrivate: readonly boolean[]) {
    const forum = await open({ extensions: [holding] })
    const author = await makeUser(forum)
    const posts = isPrivate.map((is_private, index) =>
      is_private
        ? { is_private, user_id: author.id, content: 'held' }
        : { user_id: index === 0 ? author.id : 1 },
    )
    const { id } = await makeDiscussion(forum, { posts })
    const { database } = forum.current
    const rows = await database.read
      .selectFrom('posts')
      .select(['id', 'number'])
      .where('discussion_id', '=', id)
      .execute()
    const admin = await forum.as(1)
    const change = async (number: number, attributes: object) => {
      forum.clock.advance(60)
      const post = rows.find((row) => row.number === number)
      expect((await changePost(admin, String(post?.id), attributes)).status).toBe(200)
    }
    const show = (number: number) => change(number, { content: `Public since ${forum.clock.now()}` })
    const readerOf = async (user: { id: number }) => {
      const client = await forum.as(user)
      const change = async (attributes: object) => {
        forum.clock.advance(60)
        expect((await changeDiscussion(client, id, attributes)).status).toBe(200)
      }
      const state = async () => {
        const { attributes } = (await client.get(`/api/discussions/${id}`)).body.data
        const {
          lateUnread = [],
          unreadCommentCount = 0,
          lastReadAt,
        } = attributes as {
          lateUnread?: { number: number }[]
          unreadCommentCount?: number
          lastReadAt?: string
        }
        return { late: lateUnread.map(({ number }) => number), unread: unreadCommentCount, lastReadAt }
      }
      /** The late posts, the total of unread posts, and whether the list of unread discussions has this one. */
      const seen = async () => {
        const list = await client.get('/api/discussions?filter[unread]=1')
        const others = await client.get('/api/discussions?filter[-unread]=1')
        expect(list.body.data.length + others.body.data.length).toBe(1)
        const totals = (await client.get('/api/totals/discussions')).body as unknown as {
          data: { attributes: { unreadPosts: { count: number } } }
        }
        return {
          late: (await state()).late,
          total: totals.data.attributes.unreadPosts.count,
          isUnread: list.body.data.length === 1,
        }
      }
      return { client, change, state, seen }
    }
    const hide = (number: number) => change(number, { isHidden: true })
    return { forum, id, author, change, show, hide, readerOf }
  }
  const nothing = { late: [], total: 0, isUnread: false }

  test('a post that becomes public after newer ones were read is unread until it is read itself', async () => {
    const { forum, id, author, show, readerOf } = await scene([false, false, true, false, false])
    const reader = await readerOf(await makeUser(forum))
    const writer = await readerOf(author)
    const moderator = await readerOf({ id: 1 })
    for (const each of [reader, writer, moderator]) await each.change({ lastReadPostNumber: 5 })
    expect(await reader.seen()).toEqual(nothing)
    const { lastReadAt } = await reader.state()
    await show(3)
    expect(await reader.seen()).toEqual({ late: [3], total: 1, isUnread: true })
    expect(await writer.seen()).toEqual(nothing)
    expect(await moderator.seen()).toEqual(nothing)
    // Reading no further changes nothing, as ever.
    await reader.change({ lastReadPostNumber: 5 })
    expect(await reader.seen()).toEqual({ late: [3], total: 1, isUnread: true })
    // Those that come to it later read it in its place.
    const later = await readerOf(await makeUser(forum))
    expect(await later.seen()).toEqual({ late: [], total: 5, isUnread: true })
    await later.change({ lastReadPostNumber: 5 })
    expect(await later.seen()).toEqual(nothing)
    await reader.change({ lateReadNumbers: [2, 3, 77] })
    expect(await reader.seen()).toEqual(nothing)
    expect((await reader.state()).lastReadAt).toEqual(lastReadAt)
    const columns = await forum.current.database.read
      .selectFrom('posts')
      .select('shown_at')
      .where('discussion_id', '=', id)
      .orderBy('number')
      .execute()
    expect(columns.map(({ shown_at }) => shown_at !== null)).toEqual([false, false, true, false, false])
  })

  test('reading newer posts and replying leave a late one unread', async () => {
    const { forum, id, show, readerOf } = await scene([false, false, true, false, false])
    const reader = await readerOf(await makeUser(forum))
    await reader.change({ lastReadPostNumber: 4 })
    await show(3)
    await reader.change({ lastReadPostNumber: 5 })
    expect(await reader.seen()).toEqual({ late: [3], total: 1, isUnread: true })
    forum.clock.advance(60)
    expect((await replyTo(reader.client, id, { content: 'Mine' })).status).toBe(201)
    expect(await reader.seen()).toEqual({ late: [3], total: 1, isUnread: true })
    await reader.change({ lateReadNumbers: [3] })
    expect(await reader.seen()).toEqual(nothing)
  })

  test('a late post and newer ones are read together', async () => {
    const { forum, show, readerOf } = await scene([false, false, true, false, false])
    const reader = await readerOf(await makeUser(forum))
    await reader.change({ lastReadPostNumber: 4 })
    await show(3)
    await reader.change({ lastReadPostNumber: 5, lateReadNumbers: [3] })
    expect(await reader.seen()).toEqual(nothing)
    await show(3)
    expect(await reader.seen()).toEqual(nothing)
  })

  test('late posts are read one after the other, and hidden ones are not unread', async () => {
    const { forum, show, hide, readerOf } = await scene([false, true, true, true, false])
    const reader = await readerOf(await makeUser(forum))
    await reader.change({ lastReadPostNumber: 5 })
    for (const number of [4, 2, 3]) await show(number)
    expect(await reader.seen()).toEqual({ late: [4, 2, 3], total: 3, isUnread: true })
    await reader.change({ lateReadNumbers: [2] })
    expect((await reader.seen()).late).toEqual([4, 2, 3])
    await reader.change({ lateReadNumbers: [2, 4] })
    expect((await reader.seen()).late).toEqual([3])
    await hide(3)
    expect(await reader.seen()).toEqual(nothing)
  })

  test('a post that is hidden when it becomes public is late from when it is restored', async () => {
    const { forum, change, show, hide, readerOf } = await scene([false, true, true, false])
    const reader = await readerOf(await makeUser(forum))
    const moderator = await readerOf({ id: 1 })
    for (const each of [reader, moderator]) await each.change({ lastReadPostNumber: 3 })
    await change(2, { content: 'Decided', isHidden: true })
    await show(3)
    await hide(3)
    for (const each of [reader, moderator]) await each.change({ lastReadPostNumber: 4 })
    expect(await reader.seen()).toEqual(nothing)
    for (const number of [2, 3]) await change(number, { isHidden: false })
    expect(await reader.seen()).toEqual({ late: [2], total: 1, isUnread: true })
    expect(await moderator.seen()).toEqual(nothing)
    // Once it was public, hiding and restoring it is no news.
    await reader.change({ lateReadNumbers: [2] })
    await hide(2)
    await change(2, { isHidden: false })
    expect(await reader.seen()).toEqual(nothing)
  })

  test('marking all as read covers late posts, and what becomes public after it is late', async () => {
    const { forum, show, readerOf } = await scene([false, true, true, false])
    const { database } = forum.current
    const user = await makeUser(forum)
    const markAll = async () => {
      forum.clock.advance(60)
      const client = await forum.as(user)
      const attributes = { markedAllAsReadAt: true }
      const path = `/api/users/${user.id}`
      expect((await client.patch(path, { data: { attributes } })).status).toBe(200)
    }
    await markAll()
    expect(await (await readerOf(user)).seen()).toEqual(nothing)
    await show(2)
    expect(await (await readerOf(user)).seen()).toEqual({ late: [2], total: 1, isUnread: true })
    await markAll()
    expect(await (await readerOf(user)).seen()).toEqual(nothing)
    await show(3)
    const reader = await readerOf(user)
    expect((await reader.seen()).late).toEqual([3])
    await reader.change({ lateReadNumbers: [3] })
    expect(await reader.seen()).toEqual(nothing)
    const states = database.read.selectFrom('discussion_user').select('last_read_post_number')
    expect(await states.where('user_id', '=', user.id).execute()).toEqual([{ last_read_post_number: null }])
  })

  test('beginning to read what was marked as read leaves its late posts unread', async () => {
    const { forum, show, readerOf } = await scene([false, false, true, false])
    const user = await makeUser(forum)
    const attributes = { markedAllAsReadAt: true }
    const { status } = await (await forum.as(user)).patch(`/api/users/${user.id}`, { data: { attributes } })
    expect(status).toBe(200)
    await show(3)
    const reader = await readerOf(user)
    for (const lastReadPostNumber of [1, 2, 4]) {
      await reader.change({ lastReadPostNumber })
      expect(await reader.seen()).toEqual({ late: [3], total: 1, isUnread: true })
    }
    await reader.change({ lateReadNumbers: [3] })
    expect(await reader.seen()).toEqual(nothing)
  })

  test('a late post that is hidden is taken from what clients know, also without a read state', async () => {
    const { forum, id, show, hide } = await scene([false, true])
    const user = await makeUser(forum)
    const client = await forum.as(user)
    const late = async () => (await client.get(`/api/discussions/${id}`)).body.data.attributes.lateUnread
    expect(await late()).toBeUndefined()
    const attributes = { markedAllAsReadAt: true }
    expect((await client.patch(`/api/users/${user.id}`, { data: { attributes } })).status).toBe(200)
    await show(2)
    expect(await late()).toEqual([{ number: 2, shownAt: expect.any(String) }])
    await hide(2)
    expect(await late()).toEqual([])
  })

  test('what cannot be read is refused, and guests read nothing', async () => {
    const { forum, id } = await scene([false])
    const client = await forum.as(await makeUser(forum))
    for (const wrong of [3, 'x', ['x'], [0], [1.5], [[1]], { a: 1 }, true, Array(101).fill(1)]) {
      const { status, body } = await changeDiscussion(client, id, { lateReadNumbers: wrong })
      expect({ wrong, status, pointer: body.errors?.[0]?.source?.pointer }).toEqual({
        wrong,
        status: 422,
        pointer: '/data/attributes/lateReadNumbers',
      })
    }
    for (const empty of [[], null])
      expect((await changeDiscussion(client, id, { lateReadNumbers: empty })).status).toBe(200)
    const browser = forum.browser()
    await browser.get('/api')
    expect((await changeDiscussion(browser, id, { lateReadNumbers: [1] })).status).toBe(401)
    expect((await changeDiscussion(browser, id, { lateReadNumbers: [] })).status).toBe(200)
  })

  test('late posts are found by their indexes, among the last that became public', async () => {
    const { forum, id, readerOf } = await scene([false])
    const { database } = forum.current
    const reader = await readerOf({ id: 1 })
    await reader.change({ lastReadPostNumber: 1 })
    const many = 1200
    await database.transaction(async (db) => {
      const posts = Array.from({ length: many }, (_, index) => ({
        discussion_id: id,
        number: index + 2,
        created_at: '2020-01-01T00:00:00.000Z',
        shown_at: new Date(Date.UTC(2030, 0, 1) + index).toISOString(),
        type: 'comment',
        content: '',
      }))
      for (let from = 0; from < many; from += 200)
        await db
          .insertInto('posts')
          .values(posts.slice(from, from + 200))
          .execute()
      await db
        .updateTable('discussion_user')
        .set({ last_read_post_number: many + 1 })
        .execute()
      await db
        .updateTable('discussions')
        .set({ post_number_index: many + 1 })
        .execute()
    })
    expect((await reader.state()).late).toHaveLength(100)
    for (const [path, most] of [
      ['/api/discussions', 210],
      ['/api/totals/discussions', 1000],
      ['/api/discussions?filter[unread]=1', 1000],
    ] as const) {
      const statements = (await selectsOf(forum, path)).filter(({ sql }) => /"?shown_at"? (>|is)/.test(sql))
      expect(statements.length).toBeGreaterThan(0)
      for (const statement of statements) {
        if (database.dialect.name === 'sqlite') {
          const { examined } = await examinedRows(database, ['posts'], statement)
          expect({ path, isBounded: examined <= most, examined }).toMatchObject({ isBounded: true })
        } else {
          const plan = await planOf(database, statement, { without: ['seqscan', 'bitmapscan', 'sort'] })
          expect(plan).toMatch(/posts_shown|posts_last_shown/)
          expect({ plan, isByIndex: !/Seq Scan on posts/.test(plan) }).toMatchObject({ isByIndex: true })
        }
      }
    }
  })

  test('the list of unread discussions reads no further than to where all was marked as read', async () => {
    const { forum } = await scene([false])
    const { database } = forum.current
    const hour = (number: number) => new Date(Date.UTC(2020, 0, 1, number)).toISOString()
    await database.transaction(async (db) => {
      const rows = Array.from({ length: 400 }, (_, number) => ({
        title: 'Many',
        slug: 'many',
        created_at: hour(number),
        last_posted_at: hour(number),
        last_post_number: 2,
        comment_count: 2,
      }))
      await db.insertInto('discussions').values(rows).execute()
      await db
        .updateTable('users')
        .set({ marked_all_as_read_at: hour(389) })
        .execute()
    })
    const [list] = (await selectsOf(forum, '/api/discussions?filter[unread]=1')).filter(({ sql }) =>
      sql.startsWith('select "discussions".*'),
    )
    if (!list) throw new Error('No list was read')
    if (database.dialect.name === 'sqlite') {
      expect((await examinedRows(database, ['discussions'], list)).examined).toBeLessThan(13)
    } else {
      const plan = await planOf(database, list, { without: ['seqscan', 'bitmapscan', 'sort'] })
      expect(plan).toMatch(
        /Index Scan Backward using discussions_last_posted_at on discussions .*\n\s*Index Cond/,
      )
    }
  })
})
