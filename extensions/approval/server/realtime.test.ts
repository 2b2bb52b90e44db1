import { join } from 'node:path'
import {
  changePost,
  connectReader,
  createTestForum,
  grant,
  makeDiscussion,
  makeUser,
  readExtension,
  replyTo,
} from '@parley/testing'
import { expect, test } from 'vitest'

const folder = (id: string) => readExtension(join(import.meta.dirname, '../..', id))
const extensions = [await folder('flags'), await folder('approval')]

test('a post that waits is told to its author and to approvers only, and to all when it is approved', async () => {
  const forum = await createTestForum({ port: 0, extensions })
  await grant(forum, 'discussion.replyWithoutApproval', [])
  const author = await makeUser(forum)
  const discussion = await makeDiscussion(forum)
  const topics = [`discussion:${discussion.id}`, 'list']
  const guest = await connectReader(forum, { topics })
  const approver = await connectReader(forum, { user: 1, topics })
  const writer = await connectReader(forum, { user: author.id, topics })
  const newPosts = async (reader: typeof guest) =>
    (await reader.received()).filter(({ event }) => event === 'newPost').length

  const { body } = await replyTo(await forum.as(author), String(discussion.id))
  expect(body.data.attributes.isApproved).toBe(false)
  // Not even that something happened in the discussion.
  expect(await guest.received()).toEqual([])
  expect([await newPosts(approver), await newPosts(writer)]).toEqual([1, 1])

  await changePost(await forum.as(1), body.data.id, { isApproved: true })
  expect(await newPosts(guest)).toBe(1)
})
