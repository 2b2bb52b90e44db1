import { join } from 'node:path'
import { members, moderators } from '@parley/server/actor'
import {
  type ApiResponse,
  changeDiscussion,
  changePost,
  eachTestForum,
  grant,
  idsOf,
  makeDiscussion,
  makeGroup,
  makeUser,
  readExtension,
  replyTo,
  startDiscussion,
  type TestForum,
} from '@parley/testing'
import { expectConsistent } from '@parley/testing/writers'
import { expect, test } from 'vitest'

const approval = await readExtension(import.meta.dirname)
const flags = await readExtension(join(import.meta.dirname, '../flags'))

/** Seven discussions, of which the second, fourth and sixth wait; two of the posts of the seventh wait. */
async function makeFixture(forum: TestForum, user_id: number) {
  const ids: number[] = []
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const waits = number % 2 === 0
    const state = { is_approved: !waits, is_private: waits }
    ids.push((await makeDiscussion(forum, { user_id, ...state, posts: [{ user_id, ...state }] })).id)
  }
  const post = (is_approved: boolean) => ({ user_id, is_approved, is_private: !is_approved })
  const posts = [true, false, true, false].map(post)
  const seventh = await makeDiscussion(forum, { user_id, posts })
  ids.push(seventh.id)
  const waits = (position: number) => [2, 4, 6].includes(position)
  return {
    ids,
    publicIds: ids.filter((_, index) => !waits(index + 1)),
    seventh: seventh.id,
  }
}

/** Makes what members write wait, and logs people in: two members, and who may approve. */
async function makePeople(forum: TestForum) {
  await grant(forum, 'discussion.startWithoutApproval', [])
  await grant(forum, 'discussion.replyWithoutApproval', [])
  const approvers = await makeGroup(forum)
  await grant(forum, 'discussion.approvePosts', [moderators, approvers.id])
  const [writer, reader] = [await makeUser(forum), await makeUser(forum)]
  return {
    ids: { writer: writer.id },
    writer: await forum.as(writer),
    reader: await forum.as(reader),
    moderator: await forum.as(await makeUser(forum, { groupIds: [moderators] })),
    /** Approves posts, and has no other right of moderators. */
    approver: await forum.as(await makeUser(forum, { groupIds: [approvers.id] })),
    admin: await forum.as(1),
    guest: forum.guest(),
  }
}

/** The id of what a request has created. */
function createdId({ status, body }: ApiResponse): number {
  expect(status).toBe(201)
  return Number(body.data.id)
}

/** The id of the first post of a discussion that a request has started. */
function firstPostId({ body }: ApiResponse): number {
  const { data } = body.data.relationships?.firstPost ?? {}
  return Number((data as { id?: string } | undefined)?.id)
}

eachTestForum((open) => {
  const scene = async () => {
    const forum = await open({ extensions: [flags, approval] })
    return { forum, ...(await makePeople(forum)) }
  }

  test('without the extension, posts have no state of approval and nothing waits', async () => {
    const forum = await open({ extensions: [flags] })
    const started = await startDiscussion(await forum.as(await makeUser(forum)), {
      title: 'Hello',
      content: 'x',
    })
    expect(started.body.data.attributes).not.toHaveProperty('isApproved')
    const post = await forum.guest().get(`/api/posts/${firstPostId(started)}`)
    expect({ status: post.status, names: Object.keys(post.body.data.attributes) }).toEqual({
      status: 200,
      names: expect.not.arrayContaining(['isApproved', 'canApprove']),
    })
  })

  test('by default members write without approval', async () => {
    const forum = await open({ extensions: [flags, approval] })
    const started = await startDiscussion(await forum.as(await makeUser(forum)), {
      title: 'Hello',
      content: 'x',
    })
    expect(started.body.data.attributes).toMatchObject({ isApproved: true, commentCount: 1 })
    const { body } = await forum.guest().get(`/api/posts/${firstPostId(started)}`)
    expect(body.data.attributes).toMatchObject({ isApproved: true, canApprove: false })
    expect((await (await forum.as(1)).get('/api/flags')).body.data).toEqual([])
  })

  test('approval-1 guests and members without approvePosts are listed approved discussions only', async () => {
    const { forum, ids, guest, reader } = await scene()
    const { publicIds } = await makeFixture(forum, ids.writer)
    for (const client of [guest, reader])
      expect(idsOf(await client.get('/api/discussions')).sort((a, b) => a - b)).toEqual(publicIds)
  })

  test('approval-2 administrators, approvers and the author are listed all discussions', async () => {
    const { forum, ids, admin, moderator, approver, writer } = await scene()
    const fixture = await makeFixture(forum, ids.writer)
    for (const client of [admin, moderator, approver, writer])
      expect(idsOf(await client.get('/api/discussions')).sort((a, b) => a - b)).toEqual(fixture.ids)
  })

  test('approval-4 administrators, approvers and the author are listed the posts that wait', async () => {
    const { forum, ids, admin, moderator, approver, writer, reader, guest } = await scene()
    const { seventh } = await makeFixture(forum, ids.writer)
    const numbers = async (client: typeof guest) =>
      (await client.get(`/api/posts?filter[discussion]=${seventh}`)).body.data.map(
        ({ attributes }) => attributes.number,
      )
    for (const client of [admin, moderator, approver, writer])
      expect(await numbers(client)).toEqual([1, 2, 3, 4])
    for (const client of [reader, guest]) expect(await numbers(client)).toEqual([1, 3])
  })

  test('a discussion waits with its first post, and nothing counts it', async () => {
    const { forum, ids, writer, reader, guest, approver, moderator } = await scene()
    const started = await startDiscussion(writer, { title: 'Awaited', content: 'First' })
    const id = createdId(started)
    expect(started.body.data.attributes).toMatchObject({
      isApproved: false,
      commentCount: 0,
      participantCount: 0,
      lastPostNumber: 0,
    })
    // Its author finds it in lists where it was started.
    expect(started.body.data.attributes.lastPostedAt).toBe(started.body.data.attributes.createdAt)
    const postId = firstPostId(started)
    const statuses = async (path: string) =>
      Promise.all(
        [writer, approver, moderator, reader, guest].map(async (client) => (await client.get(path)).status),
      )
    expect(await statuses(`/api/discussions/${id}`)).toEqual([200, 200, 200, 404, 404])
    expect(await statuses(`/api/posts/${postId}`)).toEqual([200, 200, 200, 404, 404])
    const shown = (await writer.get(`/api/posts/${postId}`)).body.data.attributes
    expect(shown).toMatchObject({ isApproved: false, canApprove: false })
    expect((await approver.get(`/api/posts/${postId}`)).body.data.attributes).toMatchObject({
      isApproved: false,
      canApprove: true,
    })
    const author = (await guest.get(`/api/users/${ids.writer}`)).body.data.attributes
    expect(author).toMatchObject({ commentCount: 0, discussionCount: 0 })
    await expectConsistent(forum)
  })

  test('a reply that waits is neither counted nor the last post', async () => {
    const { forum, ids, writer, reader, guest } = await scene()
    const { id } = await makeDiscussion(forum)
    forum.clock.advance(60)
    const sent = await replyTo(writer, id)
    const replyId = createdId(sent)
    expect(sent.body.data.attributes).toMatchObject({ isApproved: false, number: 2 })
    const before = (await guest.get(`/api/discussions/${id}`)).body.data
    expect(before.attributes).toMatchObject({
      isApproved: true,
      commentCount: 1,
      participantCount: 0,
      lastPostNumber: 1,
    })
    expect(before.relationships?.posts?.data).toHaveLength(1)
    expect((await reader.get(`/api/posts/${replyId}`)).status).toBe(404)
    expect((await guest.get(`/api/users/${ids.writer}`)).body.data.attributes.commentCount).toBe(0)
    await expectConsistent(forum)
  })

  test('approving the first post makes the discussion public, and counts both', async () => {
    const { forum, ids, writer, guest, moderator } = await scene()
    const started = await startDiscussion(writer, { title: 'Awaited', content: 'First' })
    forum.clock.advance(60)
    const { status, body } = await changePost(moderator, firstPostId(started), { isApproved: true })
    expect({ status, attributes: body.data.attributes }).toMatchObject({
      status: 200,
      attributes: { isApproved: true },
    })
    expect(body.included?.find(({ type }) => type === 'discussions')?.attributes).toMatchObject({
      isApproved: true,
    })
    const shown = (await guest.get(`/api/discussions/${started.body.data.id}`)).body.data.attributes
    expect(shown).toMatchObject({
      isApproved: true,
      commentCount: 1,
      participantCount: 1,
      lastPostNumber: 1,
      lastPostedAt: started.body.data.attributes.createdAt,
    })
    expect((await guest.get(`/api/users/${ids.writer}`)).body.data.attributes).toMatchObject({
      commentCount: 1,
      discussionCount: 1,
    })
    await expectConsistent(forum)
  })

  test('approving a reply counts it, and leaves the discussion as it is', async () => {
    const { forum, writer, approver, guest } = await scene()
    const { id } = await makeDiscussion(forum)
    forum.clock.advance(60)
    const reply = createdId(await replyTo(writer, id))
    expect((await changePost(approver, reply, { isApproved: true })).status).toBe(200)
    expect((await guest.get(`/api/discussions/${id}`)).body.data.attributes).toMatchObject({
      commentCount: 2,
      participantCount: 1,
      lastPostNumber: 2,
    })
    await expectConsistent(forum)
  })

  test('who may approve may write it: others get 403, also the author; where it is approved, too', async () => {
    const { forum, writer, reader, approver } = await scene()
    const { id } = await makeDiscussion(forum, { posts: [{}, {}] })
    const first = idsOf(await reader.get(`/api/posts?filter[discussion]=${id}`))[0] ?? 0
    forum.clock.advance(60)
    const waiting = createdId(await replyTo(writer, id))
    for (const isApproved of [true, false, 'yes']) {
      expect((await changePost(writer, waiting, { isApproved })).status).toBe(403)
      expect((await changePost(reader, waiting, { isApproved })).status).toBe(404)
      expect((await changePost(reader, first, { isApproved })).status).toBe(403)
    }
    // Null counts as not sent.
    expect((await changePost(approver, waiting, { isApproved: null })).status).toBe(200)
    const unchanged = (await approver.get(`/api/posts/${waiting}`)).body.data.attributes
    expect(unchanged).toMatchObject({ isApproved: false })
  })

  test('false changes nothing on what waits, and is refused on what is approved', async () => {
    const { forum, writer, approver } = await scene()
    const { id } = await makeDiscussion(forum)
    forum.clock.advance(60)
    const waiting = createdId(await replyTo(writer, id))
    for (const isApproved of [false, 0, '0', '']) {
      const { status, body } = await changePost(approver, waiting, { isApproved })
      expect({ status, isApproved: body.data.attributes.isApproved }).toEqual({
        status: 200,
        isApproved: false,
      })
    }
    expect((await changePost(approver, waiting, { isApproved: '1' })).body.data.attributes.isApproved).toBe(
      true,
    )
    expect((await changePost(approver, waiting, { isApproved: true })).status).toBe(200)
    for (const isApproved of [false, 'yes', [], {}, 2]) {
      const { status, body } = await changePost(approver, waiting, { isApproved })
      expect({ isApproved, status, pointer: body.errors[0]?.source?.pointer }).toEqual({
        isApproved,
        status: 422,
        pointer: '/data/attributes/isApproved',
      })
    }
    await expectConsistent(forum)
  })

  test('a new post ignores the attribute: who writes it does not decide', async () => {
    const { forum, writer, moderator } = await scene()
    const { id } = await makeDiscussion(forum)
    const sent = await replyTo(writer, id, { content: 'x', isApproved: true })
    expect({ status: sent.status, isApproved: sent.body.data.attributes.isApproved }).toEqual({
      status: 201,
      isApproved: false,
    })
    const own = await replyTo(moderator, id, { content: 'x', isApproved: 'yes' })
    expect({ status: own.status, isApproved: own.body.data.attributes.isApproved }).toEqual({
      status: 201,
      isApproved: false,
    })
    const started = await startDiscussion(await forum.as(1), {
      title: 'New',
      content: 'x',
      isApproved: false,
    })
    expect(started.body.data.attributes.isApproved).toBe(true)
  })

  test('the right to start and the right to reply are two', async () => {
    const { forum, writer } = await scene()
    await grant(forum, 'discussion.replyWithoutApproval', [members])
    const started = await startDiscussion(writer, { title: 'Awaited', content: 'x' })
    expect(started.body.data.attributes.isApproved).toBe(false)
    forum.clock.advance(60)
    const { id } = await makeDiscussion(forum)
    expect((await replyTo(writer, id)).body.data.attributes.isApproved).toBe(true)
    await grant(forum, 'discussion.replyWithoutApproval', [])
    await grant(forum, 'discussion.startWithoutApproval', [members])
    forum.clock.advance(60)
    const public_ = await startDiscussion(writer, { title: 'Public', content: 'x' })
    expect(public_.body.data.attributes.isApproved).toBe(true)
    forum.clock.advance(60)
    const reply = await replyTo(writer, public_.body.data.id)
    expect(reply.body.data.attributes.isApproved).toBe(false)
    await expectConsistent(forum)
  })

  test('an approver who hides what waits approves it, and tells of nothing; who restores it tells', async () => {
    const { forum, writer, moderator, guest } = await scene()
    const { id } = await makeDiscussion(forum)
    forum.clock.advance(60)
    const hidden = createdId(await replyTo(writer, id))
    expect((await changePost(moderator, hidden, { isHidden: true })).body.data.attributes).toMatchObject({
      isApproved: true,
      isHidden: true,
    })
    expect((await guest.get(`/api/posts/${hidden}`)).status).toBe(404)
    expect((await guest.get(`/api/discussions/${id}`)).body.data.attributes).toMatchObject({
      commentCount: 1,
      participantCount: 1,
    })
    await expectConsistent(forum)
    forum.clock.advance(60)
    const shown = createdId(await replyTo(writer, id))
    expect((await changePost(moderator, shown, { isHidden: false })).body.data.attributes).toMatchObject({
      isApproved: true,
    })
    expect((await guest.get(`/api/posts/${shown}`)).status).toBe(200)
    await expectConsistent(forum)
  })

  test('an author who hides and restores what waits does not approve it', async () => {
    const { forum, writer, guest } = await scene()
    const { id } = await makeDiscussion(forum)
    forum.clock.advance(60)
    const waiting = createdId(await replyTo(writer, id))
    for (const isHidden of [true, false])
      expect((await changePost(writer, waiting, { isHidden })).body.data.attributes).toMatchObject({
        isApproved: false,
      })
    expect((await guest.get(`/api/posts/${waiting}`)).status).toBe(404)
    await expectConsistent(forum)
  })

  test('edits neither approve what waits nor take approval back', async () => {
    const { forum, writer, approver } = await scene()
    const { id } = await makeDiscussion(forum)
    forum.clock.advance(60)
    const waiting = createdId(await replyTo(writer, id))
    expect((await changePost(writer, waiting, { content: 'Better' })).body.data.attributes).toMatchObject({
      isApproved: false,
      content: 'Better',
    })
    await changePost(approver, waiting, { isApproved: true })
    expect((await changePost(writer, waiting, { content: 'Best' })).body.data.attributes).toMatchObject({
      isApproved: true,
      content: 'Best',
    })
    await expectConsistent(forum)
  })

  test('renaming and replying do not make a waiting discussion public', async () => {
    const { forum, writer, guest, admin } = await scene()
    const started = await startDiscussion(writer, { title: 'Awaited', content: 'First' })
    const id = createdId(started)
    forum.clock.advance(60)
    expect((await changeDiscussion(writer, id, { title: 'Still awaited' })).status).toBe(200)
    expect((await replyTo(admin, id)).body.data.attributes.isApproved).toBe(true)
    expect((await guest.get(`/api/discussions/${id}`)).status).toBe(404)
    expect((await writer.get(`/api/discussions/${id}`)).body.data.attributes.isApproved).toBe(false)
    await expectConsistent(forum)
    await changePost(admin, firstPostId(started), { isApproved: true })
    expect((await guest.get(`/api/discussions/${id}`)).body.data.attributes).toMatchObject({
      commentCount: 2,
      participantCount: 2,
    })
    await expectConsistent(forum)
  })
})
