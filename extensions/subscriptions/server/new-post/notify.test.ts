import { join } from 'node:path'
import { defineExtension } from '@parley/server'
import type { InstalledExtension } from '@parley/server/extensions'
import {
  admin,
  changeDiscussion,
  changePost,
  eachTestForum,
  idsOf,
  makeDiscussion,
  makeUser,
  readExtension,
  replyTo,
  startDiscussion,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { storeState, toldOf } from '../../journeys/stored-states.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))

/** A member who follows a discussion and has read it up to a number. */
async function makeFollower(
  forum: TestForum,
  discussionId: number,
  read: number | null,
  values: Parameters<typeof makeUser>[1] = {},
) {
  const user = await makeUser(forum, values)
  await storeState(forum, discussionId, user.id, { read })
  return user
}

/** Comments that begin with 'staff:' are private: only administrators see them. */
const staffPosts: InstalledExtension = {
  id: 'staff-posts',
  title: 'Staff posts',
  version: '1.0.0',
  declaration: defineExtension({
    privacy: {
      posts: {
        isPrivate: ({ content }) => content.startsWith('staff:'),
        sees: (actor) => actor.isAdmin,
        scope: (eb, { actor }) => eb.lit(actor.isAdmin),
      },
    },
  }),
}

const allPosts = JSON.stringify({ 'flarum-subscriptions.notify_for_all_posts': true })

eachTestForum((open) => {
  const openForum = (...more: InstalledExtension[]) => open({ extensions: [extension, ...more] })

  /** A discussion with posts 1 and 2, and a member who replies to it. */
  async function withAuthor(forum: TestForum) {
    const { id } = await makeDiscussion(forum, { posts: [{}, {}] })
    const author = await makeUser(forum)
    const client = await forum.as(author)
    const reply = async (content = 'A reply') => {
      forum.clock.advance(60)
      const { status, body } = await replyTo(client, id, { content })
      expect(status).toBe(201)
      return { id: Number(body.data.id), number: body.data.attributes.number }
    }
    return { id, author, client, reply }
  }

  test('subscriptions-1 a caught-up follower gets one notification of five replies in a row', async () => {
    const forum = await openForum()
    const { id, reply } = await withAuthor(forum)
    await storeState(forum, id, admin.id, { read: 2 })
    const member = await makeFollower(forum, id, 2)
    for (let count = 0; count < 5; count++) {
      await reply()
      if (count % 2 === 0) await forum.settled()
    }
    for (const user of [admin, member]) expect(await toldOf(forum, user)).toEqual([3])
    // Who reads on is told of the next one.
    await changeDiscussion(await forum.as(member), id, { lastReadPostNumber: 7 })
    await reply()
    expect(await toldOf(forum, member)).toEqual([8, 3])
    expect(await toldOf(forum, admin)).toEqual([3])
  })

  test('subscriptions-3 an event post that the follower has read last is no obstacle, nor one that is unread', async () => {
    const forum = await openForum()
    const { id, reply } = await withAuthor(forum)
    await changeDiscussion(await forum.as(admin.id), id, { title: 'Another title' })
    const sawIt = await makeFollower(forum, id, 3)
    const sawPosts = await makeFollower(forum, id, 2)
    const isBehind = await makeFollower(forum, id, 1)
    expect((await reply()).number).toBe(4)
    expect(await toldOf(forum, sawIt)).toEqual([4])
    expect(await toldOf(forum, sawPosts)).toEqual([4])
    expect(await toldOf(forum, isBehind)).toEqual([])
  })

  test.each([
    ['first', [3, 4]],
    ['last', [4, 3]],
  ])(
    'subscriptions-4 followers who had read posts that were deleted, the %s one first, are told',
    async (_, order) => {
      const forum = await openForum()
      const { id, reply } = await withAuthor(forum)
      const posts = [await reply(), await reply()]
      await forum.settled()
      const member = await makeFollower(forum, id, 4)
      const administrator = await forum.as(admin.id)
      for (const number of order) {
        const post = posts.find((one) => one.number === number)
        expect((await administrator.delete(`/api/posts/${post?.id}`)).status).toBe(204)
      }
      await reply()
      expect(await toldOf(forum, member)).toEqual([5])
    },
  )

  test('subscriptions-6 followers who may not see a post are not told of it', async () => {
    const forum = await openForum(staffPosts)
    const { id } = await withAuthor(forum)
    await storeState(forum, id, admin.id, { read: 2 })
    const member = await makeFollower(forum, id, 2, { preferences: allPosts })
    const writer = await forum.as(await makeUser(forum, { groupIds: [1] }))
    forum.clock.advance(60)
    expect((await replyTo(writer, id, { content: 'staff: secret' })).status).toBe(201)
    expect(await toldOf(forum, admin)).toEqual([3])
    expect(await toldOf(forum, member)).toEqual([])
    expect((await forum.mails()).map(({ to }) => to.address)).toEqual([admin.email])
  })

  test('followers who want all posts are told of each; the author, readers who are behind and others are not', async () => {
    const forum = await openForum()
    const { id, author, reply } = await withAuthor(forum)
    await storeState(forum, id, author.id, { read: 2 })
    const all = await makeFollower(forum, id, null, { preferences: allPosts })
    const never = await makeFollower(forum, id, null)
    const marked = await makeFollower(forum, id, null, {
      marked_all_as_read_at: forum.clock.now().toISOString(),
    })
    const muted = await makeUser(forum, { preferences: allPosts })
    await storeState(forum, id, muted.id, { read: 2, subscription: 'ignore' })
    await reply()
    await reply()
    expect(await toldOf(forum, all)).toEqual([4, 3])
    expect(await toldOf(forum, marked)).toEqual([3])
    for (const user of [author, never, muted]) expect(await toldOf(forum, user)).toEqual([])
  })

  test('a notification names the discussion, the author and the number of the post', async () => {
    const forum = await openForum()
    const { id, author, reply } = await withAuthor(forum)
    const member = await makeFollower(forum, id, 2)
    await reply()
    await forum.settled()
    const { body } = await (await forum.as(member)).get('/api/notifications')
    expect(body.data).toHaveLength(1)
    expect(body.data[0]).toMatchObject({
      attributes: { contentType: 'newPost', content: { postNumber: 3 }, isRead: false },
      relationships: {
        fromUser: { data: { type: 'users', id: String(author.id) } },
        subject: { data: { type: 'discussions', id: String(id) } },
      },
    })
    const client = await forum.as(member)
    await client.patch(`/api/users/${member.id}`, {
      data: { attributes: { preferences: { notify_newPost_alert: false } } },
    })
    expect(idsOf(await client.get('/api/notifications'))).toEqual([])
  })

  test('hiding a post withdraws its notifications from all, restoring gives them back, deleting withdraws them', async () => {
    const forum = await openForum()
    const { id, reply } = await withAuthor(forum)
    const member = await makeFollower(forum, id, 2)
    await storeState(forum, id, admin.id, { read: 2 })
    const post = await reply()
    await forum.settled()
    const administrator = await forum.as(admin.id)
    const told = async () => [await toldOf(forum, member), await toldOf(forum, admin)]
    expect(await told()).toEqual([[3], [3]])
    await changePost(administrator, post.id, { isHidden: true })
    expect(await told()).toEqual([[], []])
    await changePost(administrator, post.id, { isHidden: false })
    expect(await told()).toEqual([[3], [3]])
    expect(await forum.mails()).toHaveLength(2)
    await administrator.delete(`/api/posts/${post.id}`)
    expect(await told()).toEqual([[], []])
  })

  test('nobody is told of a post that is hidden before the job runs, or of a deleted discussion', async () => {
    const forum = await openForum()
    const { id, client, reply } = await withAuthor(forum)
    const member = await makeFollower(forum, id, 2)
    const payload = { before: { number: 2, at: null }, after: 0 }
    const run = (post: { id: number; number: unknown }) =>
      forum.current.points.jobs.get('subscriptions.notify')?.run(
        {
          ...payload,
          post: { id: post.id, number: post.number as number, discussionId: id, userId: null },
        },
        forum.asSystem(),
        { id: 1, attempt: 1, signal: new AbortController().signal },
      )
    await changeDiscussion(await forum.as(member), id, { subscription: null })
    const hidden = await reply()
    await changePost(client, hidden.id, { isHidden: true })
    await forum.settled()
    await changeDiscussion(await forum.as(member), id, { subscription: 'follow' })
    await run(hidden)
    expect(await toldOf(forum, member)).toEqual([])
    const post = await reply()
    await (await forum.as(admin.id)).delete(`/api/discussions/${id}`)
    await run(post)
    expect(await toldOf(forum, member)).toEqual([])
    expect(forum.logged.filter(({ level }) => level !== 'info')).toEqual([])
  })

  test('starting a discussion tells nobody', async () => {
    const forum = await openForum()
    const author = await makeUser(forum, { preferences: JSON.stringify({ followAfterReply: true }) })
    expect((await startDiscussion(await forum.as(author), { title: 'Hello', content: 'x' })).status).toBe(201)
    expect(await toldOf(forum, author)).toEqual([])
  })
})
