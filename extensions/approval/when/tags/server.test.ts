import { join } from 'node:path'
import { members, moderators } from '@parley/server/actor'
import {
  type ApiClient,
  changePost,
  eachTestForum,
  grant,
  idsOf,
  makeGroup,
  makeUser,
  readExtension,
  replyTo,
} from '@parley/testing'
import { expectConsistent } from '@parley/testing/writers'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../..')
const [flags, tags, approval] = await Promise.all(
  [join(folder, '../flags'), join(folder, '../tags'), folder].map(readExtension),
)
if (!flags || !tags || !approval) throw new Error('Extensions are missing')

const tagged = (...ids: number[]) => ({
  tags: { data: ids.map((id) => ({ type: 'tags', id: String(id) })) },
})

eachTestForum((open) => {
  /** A forum with the open tag 1 and the restricted tag 2, in which members view, start and reply. */
  const scene = async (extensions = [flags, tags, approval]) => {
    const forum = await open({ extensions })
    const admin = await forum.as(1)
    const attributes = { name: 'Guarded', slug: 'guarded', description: '', color: '', primary: true }
    const created = await admin.post('/api/tags', { data: { attributes } })
    const id = Number(created.body.data.id)
    await admin.patch(`/api/tags/${id}`, { data: { attributes: { isRestricted: true } } })
    for (const permission of ['viewForum', 'startDiscussion', 'discussion.reply'])
      await grant(forum, `tag${id}.${permission}`, [members])
    await grant(forum, 'postWithoutThrottle', [members])
    const user = await makeUser(forum)
    return { forum, admin, id, user, writer: await forum.as(user) }
  }
  const start = async (client: ApiClient, ...ids: number[]) =>
    (
      await client.post('/api/discussions', {
        data: { attributes: { title: 'Hello', content: 'x' }, relationships: tagged(...ids) },
      })
    ).body.data
  const countOf = async (client: ApiClient, id: number) =>
    (await client.get('/api/tags')).body.data.find((tag) => tag.id === String(id))?.attributes.discussionCount

  test('in a restricted tag the right is its own; elsewhere that of the forum', async () => {
    const { forum, id, writer, admin } = await scene()
    expect((await start(writer, 1)).attributes.isApproved).toBe(true)
    const waiting = await start(writer, id)
    expect(waiting.attributes.isApproved).toBe(false)
    expect((await replyTo(writer, waiting.id)).body.data.attributes.isApproved).toBe(false)
    await grant(forum, `tag${id}.discussion.replyWithoutApproval`, [members])
    expect((await replyTo(writer, waiting.id)).body.data.attributes.isApproved).toBe(true)
    await grant(forum, `tag${id}.discussion.startWithoutApproval`, [members])
    expect((await start(writer, id)).attributes.isApproved).toBe(true)
    expect(await countOf(admin, id)).toBe(1)
    await expectConsistent(forum)
  })

  test('tags count a discussion, and have its last post, once it is approved', async () => {
    const { forum, id, writer, admin } = await scene()
    const waiting = await start(writer, id)
    const tag = async () => (await admin.get('/api/tags/guarded?include=lastPostedDiscussion')).body.data
    expect(await tag()).toMatchObject({ attributes: { discussionCount: 0, lastPostedAt: null } })
    expect((await tag()).relationships ?? {}).not.toHaveProperty('lastPostedDiscussion')
    const first = idsOf(await writer.get(`/api/posts?filter[discussion]=${waiting.id}`))[0] ?? 0
    await changePost(admin, first, { isApproved: true })
    expect(await tag()).toMatchObject({
      attributes: { discussionCount: 1, lastPostedAt: waiting.attributes.createdAt },
      relationships: { lastPostedDiscussion: { data: { id: waiting.id } } },
    })
    await expectConsistent(forum)
  })

  test('who approves in one tag sees and approves what waits there, and nothing else', async () => {
    const { forum, id, writer } = await scene()
    const group = await makeGroup(forum)
    await grant(forum, `tag${id}.discussion.approvePosts`, [group.id])
    await grant(forum, 'discussion.startWithoutApproval', [])
    const approver = await forum.as(await makeUser(forum, { groupIds: [group.id] }))
    const [there, elsewhere] = [await start(writer, id), await start(writer, 1)]
    expect(idsOf(await approver.get('/api/discussions'))).toEqual([Number(there.id)])
    const firstOf = async (discussion: { id: string }) =>
      idsOf(await writer.get(`/api/posts?filter[discussion]=${discussion.id}`))[0] ?? 0
    expect((await changePost(approver, await firstOf(elsewhere), { isApproved: true })).status).toBe(404)
    expect((await changePost(approver, await firstOf(there), { isApproved: true })).status).toBe(200)
    await expectConsistent(forum)
  })

  test('whose discussions wait in a tag cannot move public ones there', async () => {
    const { forum, id, writer } = await scene()
    const moderator = await makeUser(forum, { groupIds: [moderators] })
    const client = await forum.as(moderator)
    const canAdd = async () => (await client.get('/api/tags/guarded')).body.data.attributes.canAddToDiscussion
    const discussion = await start(writer, 1)
    const move = async () =>
      (await client.patch(`/api/discussions/${discussion.id}`, { data: { relationships: tagged(id) } }))
        .status
    expect([await canAdd(), await move()]).toEqual([false, 403])
    await grant(forum, `tag${id}.discussion.startWithoutApproval`, [moderators])
    expect([await canAdd(), await move()]).toEqual([true, 200])
    // Neither right replaces the other.
    await grant(forum, `tag${id}.startDiscussion`, [])
    expect(await canAdd()).toBe(false)
  })

  test('without Approval, starting in a tag is enough to move discussions there', async () => {
    const { forum, id, writer } = await scene([tags, flags])
    const moderator = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
    expect((await moderator.get('/api/tags/guarded')).body.data.attributes.canAddToDiscussion).toBe(true)
    const discussion = await start(writer, 1)
    const { status } = await moderator.patch(`/api/discussions/${discussion.id}`, {
      data: { relationships: tagged(id) },
    })
    expect(status).toBe(200)
  })
})
