import { connect } from 'node:net'
import { idsOf, makeDiscussion, makeUser, onBothDatabases, replyTo, type TestForum } from '@parley/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

const day = (number: number) => new Date(Date.UTC(2020, 0, number)).toISOString()

/** Creates `count` discussions. @returns their ids, the newest first. */
async function makeDiscussions(forum: TestForum, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let number = 1; number <= count; number++) {
    ids.unshift((await makeDiscussion(forum, { created_at: day(number), last_posted_at: day(number) })).id)
  }
  return ids
}

/** Creates a discussion of `count` posts, every tenth hidden. @returns the ids of the visible ones, in order. */
async function makeLongDiscussion(
  forum: TestForum,
  count: number,
): Promise<{ id: number; visible: string[] }> {
  const hidden_at = '2020-01-02T00:00:00.000Z'
  const posts = Array.from({ length: count }, (_, index) => (index % 10 === 9 ? { hidden_at } : {}))
  const { id } = await makeDiscussion(forum, { posts })
  const visible = await forum.current.database.read
    .selectFrom('posts')
    .select('id')
    .where('discussion_id', '=', id)
    .where('hidden_at', 'is', null)
    .orderBy('number')
    .execute()
  return { id, visible: visible.map((post) => String(post.id)) }
}

/** Resolves when `count` long reads wait. */
function untilWaiting(forum: TestForum, count: number): Promise<void> {
  return expect.poll(() => forum.current.database.longReads.waiting).toBe(count)
}

/** Occupies the only place of the queue. @returns releases it. */
async function occupy(forum: TestForum, name = 'occupant'): Promise<() => void> {
  const [began, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  void forum.current.database.longRead({ name }, async () => {
    began.resolve()
    await end.promise
  })
  await began.promise
  return end.resolve
}

const onePlace = { places: 1, quickRows: 100, quickMs: 20 }

onBothDatabases((open, database) => {
  /** Makes `run` slow on PostgreSQL, where a long read is one that takes long. */
  async function slowly<T>(forum: TestForum, table: string, run: () => Promise<T>): Promise<T> {
    if (database === 'sqlite') return run()
    const { begun } = forum.current.database.longReads
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const locking = forum.current.database.transaction(async (db) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(db)
      locked.resolve()
      await released.promise
    })
    await locked.promise
    const running = run()
    await expect.poll(() => forum.current.database.longReads.begun).toBeGreaterThan(begun)
    released.resolve()
    await locking
    return running
  }

  test('lists that examine many rows use the slow-query connection, with the same result', async () => {
    const forum = await open({ readLimits: onePlace })
    const all = await makeDiscussions(forum, 120)
    const guest = forum.guest()
    const { begun } = forum.current.database.longReads
    expect(idsOf(await guest.get('/api/discussions'))).toEqual(all.slice(0, 20))
    expect(idsOf(await guest.get('/api/discussions?page[offset]=20'))).toEqual(all.slice(20, 40))
    // For a short page SQLite's planner must not choose a full sort, either.
    expect(idsOf(await guest.get('/api/discussions?page[limit]=3'))).toEqual(all.slice(0, 3))
    expect(idsOf(await guest.get('/api/discussions?sort=createdAt&page[limit]=3'))).toEqual(
      all.slice(-3).reverse(),
    )
    expect(forum.current.database.longReads.begun).toBe(begun)

    const paths: [string, number[]][] = [
      ['/api/discussions?page[offset]=100', all.slice(100)],
      ['/api/discussions?sort=commentCount,-createdAt&page[limit]=2', all.slice(0, 2)],
    ]
    for (const [path, ids] of paths) {
      const before = forum.current.database.longReads.begun
      const answer = await slowly(forum, 'discussions', () => guest.get(path))
      expect({ path, ids: idsOf(answer) }).toEqual({ path, ids })
      expect(forum.current.database.longReads.begun).toBe(before + 1)
    }
  })

  test('a list of posts whose filter and order share no index is a long read', async () => {
    const forum = await open({ readLimits: onePlace })
    const ids: number[] = []
    for (const id of await makeDiscussions(forum, 110)) {
      const first = await forum.current.database.read
        .selectFrom('posts')
        .select('id')
        .where('discussion_id', '=', id)
        .executeTakeFirstOrThrow()
      ids.push(first.id)
    }
    const path = '/api/posts?filter[number]=1&sort=-createdAt&page[limit]=2'
    const answer = await slowly(forum, 'posts', () => forum.guest().get(path))
    expect(idsOf(answer)).toEqual(ids.slice(0, 2))
    expect(forum.current.database.longReads.begun).toBe(1)
  })

  test('the ids of all posts of a long discussion, in order, are a long read', async () => {
    const forum = await open({ readLimits: onePlace })
    const long = await makeLongDiscussion(forum, 5600)
    const short = await makeLongDiscussion(forum, 900)
    const postIdsOf = async (id: number) => {
      const { body } = await forum.guest().get(`/api/discussions/${id}?page[limit]=2`)
      const included = body.included?.filter(({ type }) => type === 'posts').map((post) => post.id)
      return { linked: body.data.relationships?.posts?.data.map((post) => post.id), included }
    }
    expect(await postIdsOf(short.id)).toEqual({ linked: short.visible, included: short.visible.slice(0, 2) })
    expect(forum.current.database.longReads.begun).toBe(0)
    expect(await postIdsOf(long.id)).toEqual({ linked: long.visible, included: long.visible.slice(0, 2) })
    expect(forum.current.database.longReads.begun).toBe(1)
  })

  test('beyond the limits of the queue the answer is 503 with a code and Retry-After', async () => {
    const forum = await open({ readLimits: { ...onePlace, waiting: 0 } })
    const { id } = await makeLongDiscussion(forum, 1100)
    const release = await occupy(forum)
    const { status, headers, body } = await forum.guest().get(`/api/discussions/${id}`)
    expect({ status, errors: body.errors }).toEqual({
      status: 503,
      errors: [{ status: '503', code: 'busy' }],
    })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
    expect((await forum.guest().get('/api/discussions')).status).toBe(200)
    release()
    expect((await forum.guest().get(`/api/discussions/${id}`)).status).toBe(200)
  })

  test('visitors take turns: one with many requests waits for another with one', async () => {
    const forum = await open({ readLimits: onePlace })
    const { id } = await makeLongDiscussion(forum, 1100)
    const [eager, other] = [await forum.as(await makeUser(forum)), await forum.as(await makeUser(forum))]
    const release = await occupy(forum)
    const order: string[] = []
    const send = (client: typeof eager, name: string) =>
      client.get(`/api/discussions/${id}`).then(({ status }) => order.push(`${name} ${status}`))
    const all = [1, 2, 3, 4].map(() => send(eager, 'eager'))
    await untilWaiting(forum, 4)
    all.push(send(other, 'other'))
    await untilWaiting(forum, 5)
    release()
    await Promise.all(all)
    expect(order.indexOf('other 200')).toBeLessThanOrEqual(1)
    expect(order.toSorted()).toEqual([...Array(4).fill('eager 200'), 'other 200'])
  })

  test('the answer to a reply in a long discussion is never refused', async () => {
    const forum = await open({ readLimits: { ...onePlace, waiting: 0 } })
    const { id, visible } = await makeLongDiscussion(forum, 1100)
    const release = await occupy(forum)
    const replying = replyTo(await forum.as(1), id)
    await expect.poll(() => countPosts(forum, id)).toBe(1101)
    release()
    const { status, body } = await replying
    const [discussion] = body.included?.filter(({ type }) => type === 'discussions') ?? []
    expect(status).toBe(201)
    // Administrators see hidden posts, too.
    expect(discussion?.relationships?.posts?.data).toHaveLength(visible.length + 110 + 1)
  })

  test('a client that has disconnected does not wait in the queue', async () => {
    const forum = await open({ readLimits: onePlace, port: 0 })
    const { id } = await makeLongDiscussion(forum, 1100)
    const port = await forum.listen()
    const release = await occupy(forum)
    const before = forum.current.database.longReads.begun
    const sockets = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'))
    for (const socket of sockets)
      socket.write(`GET /api/discussions/${id} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await untilWaiting(forum, 3)
    for (const socket of sockets) socket.destroy()
    await untilWaiting(forum, 0)
    release()
    expect((await forum.guest().get(`/api/discussions/${id}`)).status).toBe(200)
    // Only the last request was read.
    expect(forum.current.database.longReads.begun).toBe(before + 1)
  })
})

async function countPosts({ current: { database } }: TestForum, id: number): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from posts where discussion_id = ${id}`.execute(database.read)
  return rows[0]?.count ?? 0
}
