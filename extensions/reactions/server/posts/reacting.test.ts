import { join } from 'node:path'
import { members } from '@parley/server/actor'
import {
  changePost,
  eachTestForum,
  grant,
  makeDiscussion,
  makePost,
  makeUser,
  readExtension,
  replyTo,
  setSettings,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { counts } from '../test-reactions.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))

const own = 'fof-reactions.react_own_post'
const anonymous = 'fof-reactions.anonymousReactions'

/** A forum with a post (5) of a member, a post (6) of the administrator, and one (7) of nobody. */
async function openWithPosts(
  open: (options: { extensions: (typeof extension)[] }) => Promise<TestForum>,
  settings: Record<string, string> = {},
) {
  const forum = await open({ extensions: [extension] })
  await setSettings(forum, settings)
  const author = await makeUser(forum)
  const posts = [
    { id: 5, user_id: author.id },
    { id: 6, user_id: 1 },
    { id: 7, user_id: null },
  ]
  const discussion = await makeDiscussion(forum, { user_id: author.id, posts })
  const guest = forum.browser()
  await guest.get('/api')
  return { forum, author, discussion, guest, asAuthor: await forum.as(author), admin: await forum.as(1) }
}

const rowsOf = (forum: TestForum) =>
  forum.current.database.read.selectFrom('post_reactions').selectAll().execute()

eachTestForum((open) => {
  test('whoever may react gets 200, a count of 1 and a row with its times', async () => {
    const { forum, author, asAuthor, admin, guest } = await openWithPosts(open, {
      [own]: '1',
      [anonymous]: '1',
    })
    const at = forum.clock.now().toISOString()
    for (const [client, postId, columns] of [
      [admin, 5, { user_id: 1, guest_id: null }],
      [asAuthor, 6, { user_id: author.id, guest_id: null }],
      [guest, 7, { user_id: null, guest_id: expect.stringMatching(/^[A-Za-z0-9]{40}$/) }],
      [admin, 6, { user_id: 1, guest_id: null }],
    ] as const) {
      const { status, body } = await changePost(client, postId, { reaction: postId === 6 ? 2 : 1 })
      expect(status).toBe(200)
      expect(body.data.attributes.userReactionIdentifier).toBe(postId === 6 ? 2 : 1)
      expect((await rowsOf(forum)).at(-1)).toMatchObject({
        ...columns,
        post_id: postId,
        created_at: at,
        updated_at: at,
      })
    }
    const { body } = await guest.get('/api/posts?filter[id]=5,6,7')
    expect(body.data.map(({ attributes }) => attributes.reactionCounts)).toEqual([
      counts({ 1: 1 }),
      counts({ 2: 2 }),
      counts({ 1: 1 }),
    ])
  })

  test('whoever may not react gets 403, and no row', async () => {
    const { forum, asAuthor, admin, guest } = await openWithPosts(open)
    for (const [client, postId] of [
      [asAuthor, 5],
      [admin, 6],
      [guest, 7],
    ] as const) {
      const { body } = await client.get(`/api/posts/${postId}`)
      expect(body.data.attributes.canReact).toBe(false)
      for (const reaction of [1, null, 'nonsense'])
        expect((await changePost(client, postId, { reaction })).status).toBe(403)
    }
    await setSettings(forum, { [anonymous]: '1', [own]: '1' })
    await grant(forum, 'discussion.reactPosts', [])
    expect((await changePost(asAuthor, 6, { reaction: 1 })).status).toBe(403)
    expect(await rowsOf(forum)).toEqual([])
    // A program without a session could not send the cookie again.
    expect((await changePost(forum.guest(), 7, { reaction: 1 })).status).toBe(400)
  })

  test('reactions-7: with anonymous reactions counts include those of guests, who may react and have none at first', async () => {
    const { forum, asAuthor, guest } = await openWithPosts(open, { [anonymous]: '1' })
    await changePost(asAuthor, 7, { reaction: 4 })
    const other = forum.browser()
    await other.get('/api')
    await changePost(other, 7, { reaction: 4 })
    const { attributes } = (await guest.get('/api/posts/7')).body.data
    expect(attributes).toMatchObject({
      canReact: true,
      reactionCounts: counts({ 4: 2 }),
      userReactionIdentifier: null,
    })
    await setSettings(forum, { [anonymous]: '0' })
    const without = (await guest.get('/api/posts/7')).body.data.attributes
    expect(without).toMatchObject({ canReact: false, reactionCounts: counts({ 4: 1 }) })
  })

  test('reactions-8: a disabled type is refused to members and guests, and changes nothing', async () => {
    const { forum, admin, guest } = await openWithPosts(open, { [anonymous]: '1' })
    await changePost(admin, 7, { reaction: 1 })
    await admin.patch('/api/reactions/1', { attributes: { enabled: false } })
    for (const [client, postId] of [
      [admin, 5],
      [guest, 7],
    ] as const) {
      const { status, body } = await changePost(client, postId, { reaction: 1 })
      expect({ status, pointer: body.errors[0]?.source?.pointer, detail: body.errors[0]?.detail }).toEqual({
        status: 422,
        pointer: '/data/attributes/reaction',
        detail: 'This reaction can’t be chosen any more. Choose another.',
      })
    }
    expect(await rowsOf(forum)).toHaveLength(1)
    // What was chosen before counts on, and can be taken back.
    const back = await changePost(admin, 7, { reaction: 1 })
    expect([back.status, back.body.data.attributes.reactionCounts]).toEqual([200, counts()])
  })

  test('null, "" and the same choice take a reaction back; its row stays and is used again', async () => {
    const { forum, admin } = await openWithPosts(open)
    for (const nothing of [null, '', '3', 3]) {
      const chosen = await changePost(admin, 7, { reaction: 3 })
      expect(chosen.body.data.attributes.userReactionIdentifier).toBe(3)
      const { status, body } = await changePost(admin, 7, { reaction: nothing })
      expect({ status, ...body.data.attributes }).toMatchObject({
        status: 200,
        reactionCounts: counts(),
        userReactionIdentifier: null,
      })
    }
    for (const nothing of [null, ''])
      expect((await changePost(admin, 5, { reaction: nothing })).status).toBe(200)
    expect(await rowsOf(forum)).toMatchObject([{ post_id: 7, user_id: 1, reaction_id: null }])
  })

  test('what is no id of a type is 422 on reaction, and changes nothing', async () => {
    const { forum, admin, guest } = await openWithPosts(open, { [anonymous]: '1' })
    const huge = Number.MAX_SAFE_INTEGER
    for (const reaction of [
      99,
      '99',
      0,
      -1,
      1.5,
      '1.5',
      ' 1',
      '1e0',
      'heart',
      true,
      false,
      {},
      { id: 1 },
      [1],
      [],
      huge,
    ]) {
      for (const client of [admin, guest]) {
        const { status, body } = await changePost(client, 7, { reaction })
        expect({ reaction, status, pointer: body.errors?.[0]?.source?.pointer }).toEqual({
          reaction,
          status: 422,
          pointer: '/data/attributes/reaction',
        })
      }
    }
    expect(await rowsOf(forum)).toEqual([])
  })

  test('posts that the actor does not see are 404: hidden ones of others, deleted and private ones', async () => {
    const { forum, admin, asAuthor, discussion } = await openWithPosts(open)
    await makePost(forum, discussion.id, { id: 8, user_id: 1, hidden_at: forum.clock.now().toISOString() })
    await makePost(forum, discussion.id, { id: 9, user_id: 1, is_private: true })
    await admin.delete('/api/posts/7')
    for (const id of [7, 8, 9, 99]) expect((await changePost(asAuthor, id, { reaction: 1 })).status).toBe(404)
    await grant(forum, 'viewForum', [])
    expect((await changePost(asAuthor, 6, { reaction: 1 })).status).toBe(404)
    expect(await rowsOf(forum)).toEqual([])
  })

  test('a reaction leaves the post itself as it was, and can be sent with an edit', async () => {
    const { admin } = await openWithPosts(open)
    const { attributes } = (await changePost(admin, 7, { reaction: 1 })).body.data
    expect(attributes.editedAt).toBeUndefined()
    const both = await changePost(admin, 7, { reaction: 2, content: 'Changed' })
    expect(both.body.data.attributes).toMatchObject({ content: 'Changed', userReactionIdentifier: 2 })
    const refused = await changePost(admin, 7, { reaction: 99, content: 'Changed again' })
    expect(refused.status).toBe(422)
    expect((await admin.get('/api/posts/7')).body.data.attributes.content).toBe('Changed')
  })

  test('an account without a confirmed address does not react, not even as a guest', async () => {
    const { forum } = await openWithPosts(open, { [anonymous]: '1' })
    const client = await forum.as(await makeUser(forum, { is_email_confirmed: false }))
    expect((await changePost(client, 7, { reaction: 1 })).status).toBe(403)
    await grant(forum, 'discussion.reactPosts', [members])
    expect((await changePost(client, 7, { reaction: 1 })).status).toBe(403)
  })

  test('a new post ignores the attribute', async () => {
    const { forum, discussion, admin } = await openWithPosts(open, { [own]: '1' })
    for (const settings of [{ [own]: '1' }, { [own]: '0' }]) {
      await setSettings(forum, settings)
      forum.clock.advance(60)
      const reply = await replyTo(admin, String(discussion.id), { content: 'Hello', reaction: 1 })
      expect(reply.status).toBe(201)
      expect(reply.body.data.attributes).toMatchObject({
        reactionCounts: counts(),
        userReactionIdentifier: null,
      })
    }
    expect(await rowsOf(forum)).toEqual([])
  })
})
