import { setTimeout as sleep } from 'node:timers/promises'
import {
  connectReader,
  createTestForum,
  grant,
  listeningPort,
  makeDiscussion,
  makeUser,
  onBothDatabases,
  RawConnection,
  replyTo,
  setSettings,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineExtension } from '../../points/extension.ts'

const open = () => createTestForum({ port: 0 })
const names = (messages: readonly { event: string }[]) => messages.map(({ event }) => event)

async function reply(forum: TestForum, discussionId: number, user: number) {
  forum.clock.advance(60)
  const { body } = await replyTo(await forum.as(user), String(discussionId))
  return Number(body.data.id)
}

onBothDatabases((openOn) => {
  test('a new post reaches those who follow its discussion or the list, a guest too, with ids only', async () => {
    const forum = await openOn({ port: 0 })
    const writer = await makeUser(forum)
    const discussion = await makeDiscussion(forum, { user_id: writer.id })
    const other = await makeDiscussion(forum)
    const inDiscussion = await connectReader(forum, { topics: [`discussion:${discussion.id}`] })
    const inList = await connectReader(forum, { user: writer.id, topics: ['list'] })
    const elsewhere = await connectReader(forum, { topics: [`discussion:${other.id}`] })

    const postId = await reply(forum, discussion.id, writer.id)

    const expected = { postId, discussionId: discussion.id, tagIds: null }
    for (const reader of [inDiscussion, inList]) {
      const news = (await reader.received()).filter(({ event }) => event === 'newPost')
      expect(news.map(({ data }) => data)).toEqual([expected])
    }
    expect(await elsewhere.received()).toEqual([])
  })

  test('a change is told to those who see the row: of a post that is hidden, only that its discussion changed', async () => {
    const forum = await openOn({ port: 0 })
    const writer = await makeUser(forum)
    const discussion = await makeDiscussion(forum, { user_id: writer.id })
    const postId = await reply(forum, discussion.id, writer.id)
    const guest = await connectReader(forum, { topics: [`discussion:${discussion.id}`] })
    const author = await connectReader(forum, { user: writer.id, topics: [`discussion:${discussion.id}`] })

    const admin = await forum.as(1)
    await admin.patch(`/api/posts/${postId}`, { data: { attributes: { isHidden: true } } })

    const changed = (type: string, id: number) => ({ type, id: String(id) })
    const dataOf = async (reader: typeof guest) => (await reader.received()).map(({ data }) => data)
    expect(await dataOf(guest)).toEqual([changed('discussions', discussion.id)])
    expect(await dataOf(author)).toContainEqual(changed('posts', postId))
  })
})

test('a reader who loses the right to see a discussion hears no more of it', async () => {
  const forum = await open()
  const writer = await makeUser(forum)
  const discussion = await makeDiscussion(forum, { user_id: writer.id })
  const guest = await connectReader(forum, { topics: [`discussion:${discussion.id}`, 'list'] })
  await grant(forum, 'viewForum', [3])
  await reply(forum, discussion.id, writer.id)
  expect(await guest.received()).toEqual([])
})

test('a discussion that is hidden between the event and its delivery is told to its author only', async () => {
  const forum = await open()
  const writer = await makeUser(forum)
  const discussion = await makeDiscussion(forum, { user_id: writer.id })
  const guest = await connectReader(forum, { topics: [`discussion:${discussion.id}`, 'list'] })
  const author = await connectReader(forum, { user: writer.id, topics: ['list'] })
  const { write, now, database } = forum.current
  const post = await database.read.selectFrom('posts').select('id').executeTakeFirstOrThrow()
  await write(forum.asSystem(), async (context) => {
    context.publish('newPost', { postId: post.id })
  })
  await database.transaction((db) =>
    db
      .updateTable('discussions')
      .set({ hidden_at: now().toISOString(), hidden_user_id: writer.id })
      .where('id', '=', discussion.id)
      .execute(),
  )
  expect(names(await guest.received())).toEqual([])
  expect(names(await author.received())).toEqual(['newPost', 'changed'])
})

test('a transaction that fails publishes nothing', async () => {
  const forum = await open()
  const guest = await connectReader(forum, { topics: ['list'] })
  await makeDiscussion(forum)
  await guest.received()
  const before = guest.messages.length
  const failing = forum.current.write(forum.asSystem(), async (context) => {
    context.publish('newPost', { postId: 1 })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect((await guest.received()).length).toBe(before - 1)
})

test('a browser that comes back gets what it missed, and after too much loads its page again', async () => {
  const forum = await open()
  const writer = await makeUser(forum)
  const discussion = await makeDiscussion(forum, { user_id: writer.id })
  const topics = [`discussion:${discussion.id}`]
  const first = await connectReader(forum, { topics })
  await reply(forum, discussion.id, writer.id)
  const position = (await first.received()).at(-1)?.id ?? ''
  first.socket.close()
  await first.ended
  const postId = await reply(forum, discussion.id, writer.id)

  const back = await connectReader(forum, { topics, after: position })
  expect((await back.received()).map(({ data }) => data)).toContainEqual({
    postId,
    discussionId: discussion.id,
    tagIds: null,
  })
  const stranger = await connectReader(forum, { topics, after: 'another1-3' })
  expect(names(await stranger.received())).toEqual(['refresh'])
})

test('a page hears what happened since it was read, of the topics that it says', async () => {
  const forum = await open()
  const writer = await makeUser(forum)
  const discussion = await makeDiscussion(forum, { user_id: writer.id })
  const topic = `discussion:${discussion.id}`
  const first = await connectReader(forum, { topics: [topic] })
  await forum.settled()
  await sleep(300)
  const postId = await reply(forum, discussion.id, writer.id)
  await first.received()

  const page = await connectReader(forum, { topics: ['list', topic] })
  const postsOf = async () =>
    (await page.received()).flatMap(({ event, data }) => (event === 'newPost' ? [data] : []))
  await page.follow(['list', topic], undefined, { [topic]: 0, 'discussion:999': 60_000 })
  expect(await page.received()).toEqual([])
  let age = 0
  await expect
    .poll(
      async () => {
        age += 5
        await page.follow(['list', topic], undefined, { [topic]: age })
        return postsOf()
      },
      { interval: 1 },
    )
    .toEqual([{ postId, discussionId: discussion.id, tagIds: null }])
  // Of the list it has not asked; and what was before the forum started is not known.
  await page.follow(['list', topic], undefined, { list: 600_000 })
  expect(names(await page.received())).toContain('refresh')
})

test('a browser that was sent too much again loads its page again, but not where it missed nothing', async () => {
  const forum = await open()
  const [busy, quiet] = [await makeDiscussion(forum, { posts: [{ id: 5 }] }), await makeDiscussion(forum)]
  const [loud, silent] = [`discussion:${busy.id}`, `discussion:${quiet.id}`]
  const page = await connectReader(forum, { topics: [loud, silent] })
  await forum.settled()
  await sleep(1000)
  await forum.current.write(forum.asSystem(), async (context) => {
    for (let time = 0; time < 80; time++) context.publish('newPost', { postId: 5 })
  })
  const hear = async (topic: string, age: number) => {
    const before = (await page.received()).length
    await page.follow([loud, silent], undefined, { [topic]: age })
    return names((await page.received()).slice(before))
  }
  let age = 0
  const hearMore = () => {
    age += 50
    return hear(loud, age)
  }
  await expect.poll(hearMore, { interval: 1 }).toContain('refresh')
  const told = names(page.messages).filter((name) => name === 'newPost').length
  // Once when they were new, and three times again.
  expect(told).toBeGreaterThan(3 * 80)
  expect(await hear(silent, 0)).toEqual([])
})

test('when rows change whose ids are unknown and too many are followed, pages load what they show again', async () => {
  const forum = await open()
  const readers = await Promise.all(
    [0, 1, 2, 3, 4].map((part) =>
      connectReader(forum, {
        topics: Array.from({ length: 50 }, (_, index) => `discussion:${part * 50 + index + 1}`),
      }),
    ),
  )
  await forum.settled()
  await forum.current.database.transaction((db) =>
    db.updateTable('discussions').set({ title: 'Renamed' }).where('title', '=', 'Before').execute(),
  )
  for (const reader of readers) expect(names(await reader.received())).toEqual(['refresh'])
})

test('positions do not tell how much happens', async () => {
  const forum = await open()
  const writer = await makeUser(forum)
  const secret = await makeDiscussion(forum, {
    user_id: writer.id,
    hidden_at: forum.clock.now().toISOString(),
  })
  const ids: string[] = []
  for (let visit = 0; visit < 3; visit++) {
    const guest = await connectReader(forum)
    ids.push(guest.messages[0]?.id ?? '')
    if (visit === 1) await reply(forum, secret.id, writer.id)
    await guest.received()
  }
  expect(new Set(ids).size).toBe(3)
  expect(new Set(ids.map(({ length }) => length)).size).toBe(1)
})

test('while only administrators are served, connections end, and come back later', async () => {
  const forum = await open()
  const guest = await connectReader(forum, { topics: ['list'] })
  await (await forum.as(1)).post('/api/admin/safe-mode', { enabled: true })
  await forum.settled()
  expect(await guest.ended).toBe(1012)
})

test('the end of a session ends its connection', async () => {
  const forum = await open()
  const user = await makeUser(forum)
  const reader = await connectReader(forum, { user: user.id, topics: ['list'] })
  expect(reader.messages[0]?.data).toEqual({ userId: String(user.id) })
  const client = await forum.as(user.id)
  await client.send('/api/sessions', { method: 'DELETE' })
  await forum.settled()
  expect(await reader.ended).toBe(4401)
})

test('a session that expires ends its connection at the next heartbeat', async () => {
  const forum = await createTestForum({ port: 0, realtimeLimits: { heartbeatMs: 50 } })
  const user = await makeUser(forum)
  const reader = await connectReader(forum, { user: user.id })
  forum.clock.advance(3601)
  expect(await reader.ended).toBe(4401)
})

test('a browser that is gone is disconnected', async () => {
  const forum = await createTestForum({ port: 0, realtimeLimits: { heartbeatMs: 50 } })
  const reader = await connectReader(forum)
  reader.socket.pause()
  await sleep(250)
  reader.socket.resume()
  expect(await reader.ended).toBe(1006)
})

test('pages of other sites are refused', async () => {
  const forum = await open()
  const user = await makeUser(forum)
  for (const origin of ['https://elsewhere.example', 'null', 'http://localhost.elsewhere.example']) {
    await expect(connectReader(forum, { user: user.id, origin })).rejects.toThrow('403')
  }
})

test.each<[string, string | Buffer, number]>([
  [
    'too many topics',
    JSON.stringify({ topics: Array.from({ length: 51 }, (_, id) => `discussion:${id}`) }),
    1008,
  ],
  ['no JSON', '{', 1008],
  ['something else', JSON.stringify({ topics: [], sql: 'x' }), 1008],
  ['bytes', Buffer.from([1, 2, 3]), 1008],
  ['a megabyte', 'x'.repeat(1_000_000), 1009],
])('a browser that sends %s is disconnected', async (_what, sent, code) => {
  const forum = await open()
  const reader = await connectReader(forum)
  reader.socket.send(sent)
  expect(await reader.ended).toBe(code)
})

test('a browser that never stops sending is disconnected', async () => {
  const forum = await open()
  const reader = await connectReader(forum)
  for (let sent = 0; sent < 201; sent++) reader.socket.send('{"topics":[]}')
  expect(await reader.ended).toBe(1008)
})

test('connections that break while they ask, and those that are refused, do no harm', async () => {
  const forum = await open()
  const port = await listeningPort(forum)
  const ask = async (path: string) => {
    const connection = await RawConnection.open(port)
    connection.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    )
    return connection
  }
  for (let attempt = 0; attempt < 5; attempt++) (await ask('/realtime')).socket.resetAndDestroy()
  // The forum ends the connection, also if the client does not.
  const refused = await ask('/realtime')
  expect((await refused.answer()).status).toBe(400)
  await refused.closed()
  expect((await connectReader(forum)).messages[0]?.event).toBe('hello')
})

test('topics of other accounts and undeclared ones are not followed', async () => {
  const forum = await open()
  const user = await makeUser(forum)
  const reader = await connectReader(forum)
  await reader.follow([
    `user:${user.id}`,
    'list:1',
    'discussion',
    'discussion:01',
    'secrets:1',
    'discussion:1;2',
  ])
  await makeDiscussion(forum)
  expect(await reader.received()).toEqual([])
})

test('beyond the limits browsers are refused, and may try again later', async () => {
  const forum = await createTestForum({ port: 0, realtimeLimits: { connectionsPerAddress: 2 } })
  await connectReader(forum)
  const second = await connectReader(forum)
  await expect(connectReader(forum)).rejects.toThrow('503')
  second.socket.close()
  await second.ended
  await connectReader(forum)
})

test('connections for real time take no room of requests', async () => {
  const forum = await createTestForum({ port: 0, listenerLimits: { socketsPerAddress: 2 } })
  const readers = [await connectReader(forum), await connectReader(forum), await connectReader(forum)]
  await sleep(20)
  expect(readers.map(({ socket }) => socket.readyState)).toEqual([1, 1, 1])
})

test('switched off, the forum has no such address and ends the connections', async () => {
  const forum = await open()
  const reader = await connectReader(forum)
  expect((await forum.guest().get('/api')).body.data.attributes.realtime).toBe(true)
  await setSettings(forum, { realtime: '0' })
  expect(await reader.ended).toBe(4404)
  await expect(connectReader(forum)).rejects.toThrow('404')
  expect((await forum.guest().get('/api')).body.data.attributes).not.toHaveProperty('realtime')
})

test('a request that asks for no WebSocket is told what to ask for', async () => {
  const forum = await open()
  const { status, headers } = await forum.guest().get('/realtime')
  expect([status, headers.upgrade]).toEqual([426, 'websocket'])
})

test('offers of other protocols are answered as requests, and a wrong handshake is refused', async () => {
  const forum = await open()
  const port = await listeningPort(forum)
  const ask = async (lines: readonly string[]) => {
    const connection = await RawConnection.open(port)
    connection.write(['GET /realtime HTTP/1.1', 'Host: localhost', ...lines, '', ''].join('\r\n'))
    const { status } = await connection.answer()
    await connection.end()
    return status
  }
  expect(await ask(['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: x'])).toBe(426)
  expect(await ask(['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'])).toBe(400)
})

test('an event that fails harms no other, and what has no subject is for accounts only', async () => {
  const declaration = defineExtension({
    realtimeEvents: {
      broken: {
        data: z.object({}),
        topics: () => ['list'],
        describe: () => {
          throw new Error('broken')
        },
      },
      rung: { data: z.object({}), topics: () => ['list', 'user:1'], describe: () => null },
    } as never,
  })
  const bells = { id: 'bells', title: 'Bells', version: '1.0.0', declaration }
  const forum = await createTestForum({ port: 0, extensions: [bells] })
  const guest = await connectReader(forum, { topics: ['list'] })
  const account = await connectReader(forum, { user: 1 })
  await forum.current.write(forum.asSystem(), async (context) => {
    for (const name of ['broken', 'rung']) context.publish(name as never, {} as never)
  })
  expect(await guest.received()).toEqual([])
  expect(names(await account.received())).toEqual(['rung'])
  const large = forum.current.write(forum.asSystem(), async (context) => {
    context.publish('notification', { userIds: Array.from({ length: 3000 }, (_, id) => 100_000 + id) })
  })
  await expect(large).rejects.toThrow('bytes')
})

test('facts that not all readers may know reach those who may, in place of the usual ones', async () => {
  const ring = (withDetails: boolean) => ({
    data: z.object({ postId: z.int() }),
    subject: 'posts',
    subjectId: ({ postId }: { postId: number }) => postId,
    topics: (_data: object, { discussion_id }: { discussion_id: number }) => [`discussion:${discussion_id}`],
    describe: () => ({ by: null, isLoud: true }),
    ...(withDetails && {
      details: {
        isFor: (actor: { isAdmin: boolean }) => actor.isAdmin,
        describe: () => ({ by: 'the sexton' }),
      },
    }),
  })
  const declaration = defineExtension({
    realtimeEvents: { plain: ring(false), detailed: ring(true) } as never,
  })
  const forum = await createTestForum({
    port: 0,
    extensions: [{ id: 'bells', title: 'Bells', version: '1.0.0', declaration }],
  })
  const { id } = await makeDiscussion(forum, { posts: [{ id: 5 }] })
  const topics = [`discussion:${id}`]
  const guest = await connectReader(forum, { topics })
  const admin = await connectReader(forum, { user: 1, topics })
  await forum.current.write(forum.asSystem(), async (context) => {
    for (const name of ['plain', 'detailed']) context.publish(name as never, { postId: 5 } as never)
  })
  const dataOf = async (reader: typeof guest) => (await reader.received()).map(({ data }) => data)
  const usual = { by: null, isLoud: true }
  expect(await dataOf(guest)).toEqual([usual, usual])
  expect(await dataOf(admin)).toEqual([usual, { by: 'the sexton', isLoud: true }])
})
