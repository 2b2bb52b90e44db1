import { join } from 'node:path'
import { moderators } from '@parley/server/actor'
import {
  type ApiClient,
  changePost,
  grant,
  makeDiscussion,
  makeUser,
  onBothDatabases,
  readExtension,
  setSettings,
  type TestForum,
} from '@parley/testing'
import { expectConsistent } from '@parley/testing/writers'
import { expect, test } from 'vitest'
import { counts, guestId, storeReactions } from '../test-reactions.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))

async function openWithModerator(
  open: (options: { extensions: (typeof extension)[] }) => Promise<TestForum>,
) {
  const forum = await open({ extensions: [extension] })
  await grant(forum, 'discussion.deleteReactionsPosts', [moderators])
  await setSettings(forum, { 'fof-reactions.anonymousReactions': '1' })
  await makeDiscussion(forum, { id: 3, posts: [{ id: 5 }, { id: 6 }] })
  const users = [await makeUser(forum), await makeUser(forum)] as const
  const stored = await storeReactions(forum, [
    { post_id: 5, user_id: users[0].id, reaction_id: 1 },
    { post_id: 5, user_id: users[1].id, reaction_id: 1 },
    { post_id: 5, guest_id: guestId(1), reaction_id: 1 },
    { post_id: 5, guest_id: guestId(2), reaction_id: 2 },
    { post_id: 6, user_id: users[0].id, reaction_id: 1 },
  ])
  const moderator = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
  const countsOf = async (id: number) =>
    (await forum.guest().get(`/api/posts/${id}`)).body.data.attributes.reactionCounts
  return { forum, users, stored, moderator, countsOf, member: await forum.as(users[0]) }
}

onBothDatabases((open) => {
  test('members remove their own reaction, moderators any of a member; 404 for others', async () => {
    const { forum, member, moderator, countsOf } = await openWithModerator(open)
    const remove = async (client: typeof member, postId: number, id: unknown) =>
      (await client.delete(`/api/posts/${postId}/reactions/specific/${id}`)).status
    expect(await remove(member, 5, 2)).toBe(403)
    expect(await remove(forum.browser(), 5, 2)).toBe(400)
    expect(await remove(member, 5, 1)).toBe(204)
    expect(await remove(member, 5, 1)).toBe(404)
    expect(await remove(moderator, 5, 2)).toBe(204)
    // Of guests, of another post, and what is no id.
    for (const [postId, id] of [
      [5, 3],
      [5, 'anonymous-3'],
      [5, 5],
      [99, 5],
      [5, 'x'],
    ] as const)
      expect(await remove(moderator, postId, id)).toBe(404)
    expect(await countsOf(5)).toEqual(counts({ 1: 1, 2: 1 }))
    await grant(forum, 'discussion.reactPosts', [])
    expect(await remove(member, 6, 5)).toBe(403)
    expect(await remove(moderator, 6, 5)).toBe(204)
    await expectConsistent(forum)
    const { body } = await (await forum.as(1)).get('/api/audit-entries')
    expect(body.data.map(({ attributes }) => attributes.action)).toEqual(
      expect.arrayContaining(['post.reactionsRemoved', 'post.reactionsRemoved']),
    )
  })

  test('moderators remove a type from a post, with the reactions of guests; two at once do no harm', async () => {
    const { forum, member, moderator, countsOf } = await openWithModerator(open)
    const path = '/api/posts/5/reactions/type/1'
    expect((await member.delete(path)).status).toBe(403)
    for (const wrong of [
      '/api/posts/5/reactions/type/99',
      '/api/posts/99/reactions/type/1',
      '/api/posts/5/reactions/type/x',
    ])
      expect((await moderator.delete(wrong)).status).toBe(404)
    const admin = await forum.as(1)
    const answers = await Promise.all([moderator.delete(path), admin.delete(path)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect(await countsOf(5)).toEqual(counts({ 2: 1 }))
    expect(await countsOf(6)).toEqual(counts({ 1: 1 }))
    await changePost(member, 5, { reaction: 1 })
    expect(await countsOf(5)).toEqual(counts({ 1: 1, 2: 1 }))
    await expectConsistent(forum)
  })

  test('more reactions than one transaction removes', async () => {
    const { forum, moderator, countsOf } = await openWithModerator(open)
    await storeReactions(
      forum,
      Array.from({ length: 450 }, (_, place) => ({ post_id: 6, guest_id: guestId(place), reaction_id: 4 })),
    )
    expect((await moderator.delete('/api/posts/6/reactions/type/4')).status).toBe(204)
    expect(await countsOf(6)).toEqual(counts({ 1: 1 }))
    await expectConsistent(forum)
  })

  test('a type that is deleted while it is chosen is gone at once, with all that was chosen of it later', async () => {
    const { forum, member } = await openWithModerator(open)
    const admin = await forum.as(1)
    expect((await admin.delete('/api/reactions/1')).status).toBe(204)
    const { 1: _, ...others } = counts({ 2: 1 })
    const shown = (await member.get('/api/posts/5')).body.data.attributes
    expect(shown).toMatchObject({ reactionCounts: others, userReactionIdentifier: null })
    expect(shown.reactionCounts).toEqual(others)
    expect((await admin.get('/api/posts/5/reactions')).body.data.map(({ id }) => id)).toEqual(['anonymous-4'])
    expect((await changePost(member, 5, { reaction: 1 })).status).toBe(422)
    await forum.settled()
    const { read } = forum.current.database
    for (const table of ['post_reactions', 'post_reaction_counts'] as const)
      expect(await read.selectFrom(table).select('post_id').where('reaction_id', '=', 1).execute()).toEqual(
        [],
      )
    expect(await read.selectFrom('reactions').select('id').where('id', '=', 1).execute()).toEqual([])
    await changePost(member, 5, { reaction: 2 })
    await expectConsistent(forum)
  })

  test('deleted accounts, posts and discussions take their reactions along', async () => {
    const { forum, users, countsOf } = await openWithModerator(open)
    const admin = await forum.as(1)
    expect((await admin.delete(`/api/users/${users[0].id}`)).status).toBe(204)
    await forum.settled()
    expect([await countsOf(5), await countsOf(6)]).toEqual([counts({ 1: 2, 2: 1 }), counts()])
    await expectConsistent(forum)
    expect((await admin.delete('/api/posts/6')).status).toBe(204)
    expect((await admin.delete('/api/discussions/3')).status).toBe(204)
    await forum.settled()
    const { read } = forum.current.database
    for (const table of ['post_reactions', 'post_reaction_counts'] as const)
      expect(await read.selectFrom(table).select('post_id').execute()).toEqual([])
  })

  test('types that are deleted, changed and arranged while members react leave exact counts and no error', async () => {
    const { forum, moderator } = await openWithModerator(open)
    const admin = await forum.as(1)
    const type = Number(
      (await admin.post('/api/reactions', { identifier: 'zap', type: 'emoji' })).body.data.id,
    )
    const people: ApiClient[] = []
    for (let number = 0; number < 8; number += 1) people.push(await forum.as(await makeUser(forum)))
    const react = (reaction: number) => people.map((client) => changePost(client, 5, { reaction }))
    const answers = await Promise.all([
      ...react(type),
      admin.delete(`/api/reactions/${type}`),
      moderator.delete(`/api/posts/5/reactions/type/${type}`),
      ...react(2),
      moderator.delete('/api/posts/5/reactions/type/2'),
      admin.patch('/api/reactions/2', { attributes: { enabled: false } }),
      admin.post('/api/reactions/order', { order: [6, 5, 4, 3, 2, 1] }),
      ...react(type),
      ...react(3),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => ![200, 204, 404, 422].includes(status))).toEqual([])
    await expectConsistent(forum)
  })
})
