import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { createTestForum, grant, makeDiscussion, makeUser, replyTo, type TestForum } from '@parley/testing'
import { createPostgresDatabase, endConnections } from '@parley/testing/databases'
import { expect, onTestFinished, test } from 'vitest'
import { coreCounters } from '../../../features/counters/core-counters.ts'
import { recount } from '../../../features/counters/recount.ts'
import { members } from '../../../points/context/actor.ts'

const rounds = 10

/** Expects each acknowledged post to be stored once, and all counters to be exact. */
async function expectConsistent(forum: TestForum, acknowledged: readonly string[]): Promise<void> {
  await forum.settled()
  const { database } = forum.current
  const posts = await database.read.selectFrom('posts').select(['id', 'discussion_id', 'number']).execute()
  const ids = new Set(posts.map(({ id }) => String(id)))
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
  expect(new Set(acknowledged).size).toBe(acknowledged.length)
  const numbers = posts.map(({ discussion_id, number }) => `${discussion_id} ${number}`)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(await recount(database, coreCounters, { repair: false })).toEqual([])
}

test('a forum that loses all its connections ten times under load recovers and loses no post', async () => {
  const url = await createPostgresDatabase()
  const forum = await createTestForum({ databaseUrl: url })
  await grant(forum, 'postWithoutThrottle', [members])
  const writers = await Promise.all([1, 2, 3, 4].map(async () => forum.as(await makeUser(forum))))
  const discussions = await Promise.all([1, 2].map(() => makeDiscussion(forum)))
  const statuses = new Set<number>()
  const acknowledged: string[] = []
  let isOver = false
  const write = async (number: number) => {
    const client = writers[number] ?? forum.guest()
    while (!isOver) {
      const { status, body } = await replyTo(client, discussions[number % 2]?.id)
      statuses.add(status)
      if (status === 201) acknowledged.push(body.data.id)
    }
  }
  const read = async (path: string) => {
    while (!isOver) statuses.add((await forum.guest().get(path)).status)
  }
  const paths = ['/api/discussions', '/api/posts', '/api/discussions?sort=commentCount,-createdAt']
  const load = [...writers.keys().map(write), ...[...paths, ...paths].map(read)]
  for (let round = 0; round < rounds; round++) {
    const { length } = acknowledged
    await endConnections(url)
    // Writing resumes before the next round.
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(length + 3)
  }
  isOver = true
  await Promise.all(load)
  expect(forum.logged.filter(({ message }) => message === 'A request failed')).toEqual([])
  expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([])
  await expectConsistent(forum, acknowledged)
}, 120_000)

/** A TCP proxy before a server, whose connections can be cut. */
async function startProxy(url: string) {
  const { hostname, port: serverPort } = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((from) => {
    const to = connect(Number(serverPort), hostname)
    for (const socket of [from, to]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    from.pipe(to).pipe(from)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address ? address.port : 0
  }
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const port = await listen(0)
  return { url: Object.assign(new URL(url), { port: String(port) }).href, cut, restore: () => listen(port) }
}

test('while the database is unreachable requests are 503; afterwards they are answered', async () => {
  const { url, cut, restore } = await startProxy(await createPostgresDatabase())
  const forum = await createTestForum({ databaseUrl: url })
  const [guest, member] = [forum.guest(), await forum.as(1)]
  const { id } = await makeDiscussion(forum)
  const paths = ['/ready', '/api/discussions', '/api/posts?sort=number,-createdAt', `/api/discussions/${id}`]
  const statuses = async () =>
    (await Promise.all(paths.map((path) => guest.get(path)))).map(({ status }) => status)
  expect(await statuses()).toEqual([200, 200, 200, 200])

  await cut()
  expect(await statuses()).toEqual([503, 503, 503, 503])
  const { status, headers, body } = await replyTo(member, id)
  expect({ status, code: body.errors[0]?.code }).toEqual({ status: 503, code: 'busy' })
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((await guest.get('/health')).status).toBe(200)
  // The log has the reasons.
  const reasons = forum.logged.filter(({ message }) => message === 'A request was refused')
  expect(reasons.map(({ level }) => level)).toEqual(Array(4).fill('warn'))
  expect(forum.logged.filter(({ message }) => message === 'A request failed')).toEqual([])

  await restore()
  onTestFinished(cut)
  expect(await statuses()).toEqual([200, 200, 200, 200])
  expect((await replyTo(member, id)).status).toBe(201)
}, 60_000)
