import { join } from 'node:path'
import { members } from '@parley/server/actor'
import {
  changePost,
  connectReader,
  createTestForum,
  grant,
  makeDiscussion,
  makeGroup,
  makeUser,
  type RealtimeReader,
  readExtension,
  setSettings,
} from '@parley/testing'
import { expect, test } from 'vitest'

const extension = await readExtension(join(import.meta.dirname, '..'))

async function openWithReaders() {
  const forum = await createTestForum({ port: 0, extensions: [extension] })
  const discussion = await makeDiscussion(forum, { posts: [{ id: 5 }] })
  const group = await makeGroup(forum)
  await grant(forum, 'discussion.canSeeReactions', [group.id])
  const [reactor, seer] = [await makeUser(forum), await makeUser(forum, { groupIds: [group.id] })]
  const topics = [`discussion:${discussion.id}`]
  const connect = (user?: number) => connectReader(forum, { topics, ...(user !== undefined && { user }) })
  const readers = { guest: await connect(), member: await connect(reactor.id), seer: await connect(seer.id) }
  const news = async (reader: RealtimeReader) =>
    (await reader.received())
      .filter(({ event }) => /Reaction$/.test(event))
      .map(({ event, data }) => [event, data])
  return { forum, reactor, client: await forum.as(reactor), ...readers, news }
}

test('all who see the post hear of reactions; who reacted, only those who may see it', async () => {
  const { reactor, client, guest, member, seer, news } = await openWithReaders()
  await changePost(client, 5, { reaction: 3 })
  await changePost(client, 5, { reaction: 4 })
  await changePost(client, 5, { reaction: null })
  await changePost(client, 5, { reaction: null })
  const expected = (userId: number | null) => [
    ['newReaction', { id: '1', reactionId: 3, postId: 5, userId }],
    ['newReaction', { id: '1', reactionId: 4, postId: 5, userId }],
    ['removedReaction', { id: '1', reactionId: 4, postId: 5, userId }],
  ]
  expect(await news(guest)).toEqual(expected(null))
  expect(await news(member)).toEqual(expected(null))
  expect(await news(seer)).toEqual(expected(reactor.id))
})

test('guests react without a name, and moderators remove: one reaction, or all of a type', async () => {
  const { forum, reactor, client, guest, seer, news } = await openWithReaders()
  await setSettings(forum, { 'fof-reactions.anonymousReactions': '1' })
  const browser = forum.browser()
  await browser.get('/api')
  await changePost(browser, 5, { reaction: 3 })
  await changePost(client, 5, { reaction: 3 })
  const admin = await forum.as(1)
  await admin.delete('/api/posts/5/reactions/specific/2')
  await admin.delete('/api/posts/5/reactions/type/3')
  await admin.delete('/api/posts/5/reactions/type/3')
  const expected = (userId: number | null) => [
    ['newReaction', { id: 'anonymous-1', reactionId: 3, postId: 5, userId: null }],
    ['newReaction', { id: '2', reactionId: 3, postId: 5, userId }],
    ['removedReaction', { id: '2', reactionId: 3, postId: 5, userId }],
    ['removedReaction', { id: null, reactionId: 3, postId: 5, userId: null }],
  ]
  expect(await news(guest)).toEqual(expected(null))
  expect(await news(seer)).toEqual(expected(reactor.id))
})

test('who does not see the post hears nothing of reactions, and a refused one is told to nobody', async () => {
  const { forum, client, guest, member, news } = await openWithReaders()
  await changePost(client, 5, { reaction: 99 })
  expect(await news(member)).toEqual([])
  await grant(forum, 'viewForum', [members])
  await changePost(client, 5, { reaction: 3 })
  expect(await news(guest)).toEqual([])
  expect(await news(member)).toHaveLength(1)
})
