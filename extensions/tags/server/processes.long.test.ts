import { join } from 'node:path'
import {
  connectReader,
  createTestForum,
  listeningPort,
  makeDiscussion,
  makeUser,
  readExtension,
  replyTo,
} from '@parley/testing'
import { createPostgresDatabase } from '@parley/testing/databases'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'
import { putTags, storeContractTags } from './stored-tags.ts'

const extension = await readExtension(join(import.meta.dirname, '../../tags'))

/** Cached pages would stay for a minute. */
const soon = { timeout: 10_000, interval: 50 }

test('a tag that is restricted at one process hides its discussions at the other, on pages and in real time', async () => {
  const options = {
    databaseUrl: await createPostgresDatabase(),
    port: 0,
    extensions: [extension],
    client: await pageClient(),
  }
  const one = await createTestForum(options)
  const keys = { current: one.current.secrets, previous: [] }
  const two = await createTestForum({ ...options, keys, installed: false })
  for (const forum of [one, two]) await listeningPort(forum)
  await storeContractTags(one)
  const author = await makeUser(one, { groupIds: [1] })
  const discussion = await makeDiscussion(one, { user_id: author.id, posts: [{ content: 'Nightingale' }] })
  await putTags(one, discussion, [1])
  await expect.poll(() => two.current.tables.get('tags').all.length, soon).toBeGreaterThan(5)
  const page = async () => (await two.guest().get(`/d/${discussion.id}`)).text
  await expect.poll(page, soon).toContain('Nightingale')
  const reader = await connectReader(two, { topics: [`discussion:${discussion.id}`] })

  const admin = await one.as(author)
  const { status } = await admin.patch('/api/tags/1', { data: { attributes: { isRestricted: true } } })
  expect(status).toBe(200)
  await expect.poll(page, soon).not.toContain('Nightingale')
  const before = (await reader.received()).length
  one.clock.advance(60)
  await replyTo(admin, String(discussion.id))
  expect((await reader.received()).slice(before)).toEqual([])
})
