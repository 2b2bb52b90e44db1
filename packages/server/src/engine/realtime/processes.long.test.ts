import {
  changeDiscussion,
  changePost,
  connectReader,
  createTestForum,
  listeningPort,
  makeDiscussion,
  makeUser,
  replyTo,
  type TestForum,
} from '@parley/testing'
import { createPostgresDatabase } from '@parley/testing/databases'
import { pageClient } from '@parley/testing/page-client'
import pg from 'pg'
import { expect, test } from 'vitest'
import { keysOf } from '../../infrastructure/keys/keys.ts'

const keys = { current: keysOf('1'.repeat(40)), previous: [] }

/** Two processes of one forum on PostgreSQL. */
async function openTwo() {
  const url = await createPostgresDatabase()
  const options = { databaseUrl: url, port: 0, keys, client: await pageClient() }
  const one = await createTestForum(options)
  const two = await createTestForum({ ...options, installed: false })
  for (const forum of [one, two]) await listeningPort(forum)
  const author = await makeUser(one)
  const discussion = await makeDiscussion(one, {
    user_id: author.id,
    posts: [{ content: 'Nightingale' }, {}],
  })
  return { one, two, url, author, discussion }
}

/** By then the other processes know of a change; cached pages would stay for a minute. */
const soon = { timeout: 10_000, interval: 20 }

const show = async (forum: TestForum, id: number) => (await forum.guest().get(`/d/${id}`)).text

test('a post that is written at one process reaches the browsers of the other', async () => {
  const { one, two, author, discussion } = await openTwo()
  const reader = await connectReader(two, { topics: [`discussion:${discussion.id}`] })
  one.clock.advance(60)
  await replyTo(await one.as(author), String(discussion.id))
  await expect.poll(() => reader.messages.map(({ event }) => event), soon).toContain('newPost')
})

test('a process that told something before it listens hears the others, too', async () => {
  const { one, two, author, discussion } = await openTwo()
  const reader = await connectReader(one, { topics: [`discussion:${discussion.id}`] })
  two.clock.advance(60)
  await replyTo(await two.as(author), String(discussion.id))
  await expect.poll(() => reader.messages.map(({ event }) => event), soon).toContain('newPost')
})

test('the end of a session at one process ends its connection to the other', async () => {
  const { one, two, author } = await openTwo()
  const reader = await connectReader(two, { user: author.id })
  await (await one.as(author)).send('/api/sessions', { method: 'DELETE' })
  expect(await reader.ended).toBe(4401)
})

test.each<[string, (one: TestForum, id: number) => Promise<unknown>]>([
  ['hidden', async (one, id) => changeDiscussion(await one.as(1), id, { isHidden: true })],
  ['deleted', async (one, id) => (await one.as(1)).send(`/api/discussions/${id}`, { method: 'DELETE' })],
  ['edited', async (one) => changePost(await one.as(1), 1, { content: 'Something else' })],
])('a discussion that is %s at one process leaves the cached pages of the other', async (_what, change) => {
  const { one, two, discussion } = await openTwo()
  expect(await show(two, discussion.id)).toContain('Nightingale')
  await change(one, discussion.id)
  await expect.poll(() => show(two, discussion.id), soon).not.toContain('Nightingale')
})

test('a process without its line keeps no pages; with it again, its browsers load theirs again', async () => {
  const { one, two, url, discussion } = await openTwo()
  const reader = await connectReader(two, { topics: ['list'] })
  expect(await show(two, discussion.id)).toContain('Nightingale')
  const client = new pg.Client(url)
  await client.connect()
  // The lines of both processes.
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %'`)
  await client.end()
  await changePost(await one.as(1), 1, { content: 'Something else' })
  await expect.poll(() => show(two, discussion.id), soon).not.toContain('Nightingale')
  const refreshes = () => reader.messages.filter(({ event }) => event === 'refresh').length
  await expect.poll(refreshes, soon).toBeGreaterThanOrEqual(2)
  await changePost(await one.as(1), 1, { content: 'And again' })
  await expect.poll(() => show(two, discussion.id), soon).toContain('And again')
})
