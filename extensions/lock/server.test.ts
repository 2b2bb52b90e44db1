import { members, moderators } from '@parley/server/actor'
import {
  admin,
  changeDiscussion,
  notificationCounts as counts,
  eachTestForum,
  grant,
  makeDiscussion,
  makeUser,
  readExtension,
  replyTo,
  setSettings,
} from '@parley/testing'
import { expect, test } from 'vitest'

const extension = await readExtension(import.meta.dirname)

eachTestForum((open) => {
  test('without the extension, discussions have neither its fields nor its filter', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum)
    const { attributes } = (await changeDiscussion(await forum.as(admin.id), id, { isLocked: true })).body
      .data
    expect(Object.keys(attributes).filter((name) => /lock/i.test(name))).toEqual([])
    expect((await forum.guest().get('/api/discussions?filter[locked]=')).body.data).toHaveLength(1)
  })

  test('moderators lock and unlock; unlocking deletes the event post of locking', async () => {
    const forum = await open({ extensions: [extension] })
    const { id } = await makeDiscussion(forum)
    const moderator = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
    const locked = await changeDiscussion(moderator, id, { isLocked: true })
    expect({ status: locked.status, attributes: locked.body.data.attributes }).toMatchObject({
      status: 200,
      attributes: { isLocked: true, canLock: true, canReply: true, commentCount: 1, lastPostNumber: 1 },
    })
    expect(locked.body.data.relationships?.posts?.data.map((post) => post.id)).toEqual(['1', '2'])
    expect(locked.body.included?.[0]?.attributes).toMatchObject({
      number: 2,
      contentType: 'discussionLocked',
      content: { locked: true },
    })
    const again = await changeDiscussion(moderator, id, { isLocked: true })
    expect(again.status).toBe(200)
    expect(again.body.data.relationships).toBeUndefined()
    const unlocked = await changeDiscussion(moderator, id, { isLocked: false })
    expect(unlocked.body.data.attributes.isLocked).toBe(false)
    expect(unlocked.body.data.relationships?.posts?.data.map((post) => post.id)).toEqual(['1'])
    expect(unlocked.body.included).toBeUndefined()
  })

  test('event posts of two users stay', async () => {
    const forum = await open({ extensions: [extension] })
    const { id } = await makeDiscussion(forum)
    const moderator = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
    await changeDiscussion(moderator, id, { isLocked: true })
    forum.clock.advance(1)
    await changeDiscussion(await forum.as(admin.id), id, { isLocked: false })
    const { body } = await forum.guest().get(`/api/posts?filter[type]=discussionLocked`)
    expect(body.data.map(({ attributes }) => attributes.content)).toEqual([
      { locked: true },
      { locked: false },
    ])
  })

  test('members cannot lock, by any request', async () => {
    const forum = await open({ extensions: [extension] })
    const author = await makeUser(forum)
    const { id } = await makeDiscussion(forum, { user_id: author.id })
    const client = await forum.as(author)
    expect((await client.get(`/api/discussions/${id}`)).body.data.attributes).toMatchObject({
      isLocked: false,
      canLock: false,
    })
    for (const isLocked of [true, false]) {
      expect((await changeDiscussion(client, id, { isLocked })).status).toBe(403)
    }
    expect((await changeDiscussion(client, id, { isLocked: null })).status).toBe(200)
    forum.clock.advance(60)
    const started = await client.post('/api/discussions', {
      data: { attributes: { title: 'Hello', content: 'x', isLocked: true } },
    })
    expect(started.status).toBe(403)
    expect((await client.get('/api/discussions')).body.data).toHaveLength(1)
  })

  test('a value that is no boolean is refused with 422', async () => {
    const forum = await open({ extensions: [extension] })
    const { id } = await makeDiscussion(forum)
    const administrator = await forum.as(admin.id)
    for (const isLocked of ['yes', 2, [], {}, 'true']) {
      const { status, body } = await changeDiscussion(administrator, id, { isLocked })
      expect({ isLocked, status, pointer: body.errors?.[0]?.source?.pointer }).toEqual({
        isLocked,
        status: 422,
        pointer: '/data/attributes/isLocked',
      })
    }
    for (const { sent, stored } of [
      { sent: '1', stored: true },
      { sent: '', stored: false },
      { sent: 1, stored: true },
      { sent: '0', stored: false },
    ]) {
      const { body } = await changeDiscussion(administrator, id, { isLocked: sent })
      expect({ sent, stored: body.data.attributes.isLocked }).toEqual({ sent, stored })
    }
  })

  test('in a locked discussion authors lose replying and the abilities that depend on it', async () => {
    const forum = await open({ extensions: [extension] })
    const author = await makeUser(forum)
    const { id } = await makeDiscussion(forum, { user_id: author.id })
    await setSettings(forum, { allow_renaming: '-1', allow_post_editing: '-1', allow_hide_own_posts: '-1' })
    const client = await forum.as(author)
    const administrator = await forum.as(admin.id)
    const abilities = async () => {
      const discussion = (await client.get(`/api/discussions/${id}`)).body.data.attributes
      const post = (await client.get('/api/posts/1')).body.data.attributes
      const { canReply, canRename, canHide } = discussion
      return { canReply, canRename, canHide, canEditPost: post.canEdit, canHidePost: post.canHide }
    }
    const all = { canReply: true, canRename: true, canHide: true, canEditPost: true, canHidePost: true }
    const none = { canReply: false, canRename: false, canHide: false, canEditPost: false, canHidePost: false }
    expect(await abilities()).toEqual(all)
    await changeDiscussion(administrator, id, { isLocked: true })
    forum.clock.advance(60)
    expect(await abilities()).toEqual(none)
    const refused = await replyTo(client, id)
    expect(refused.status).toBe(403)
    expect(refused.body.errors).toEqual([{ status: '403', code: 'permission_denied' }])
    expect((await changeDiscussion(client, id, { title: 'Other' })).status).toBe(403)
    expect((await client.patch('/api/posts/1', { data: { attributes: { content: 'y' } } })).status).toBe(403)
    expect((await replyTo(administrator, id)).status).toBe(201)
    await grant(forum, 'discussion.lock', [members])
    expect(await abilities()).toEqual({ ...all, canHide: false })
    expect((await replyTo(client, id)).status).toBe(201)
  })

  test('administrators can start a locked discussion', async () => {
    const forum = await open({ extensions: [extension] })
    const { status, body } = await (await forum.as(admin.id)).post('/api/discussions', {
      data: { attributes: { title: 'News', content: 'x', isLocked: true } },
    })
    expect({ status, isLocked: body.data.attributes.isLocked }).toEqual({ status: 201, isLocked: true })
  })

  test('a filter and a gambit list locked discussions, or all others', async () => {
    const forum = await open({ extensions: [extension] })
    const unlocked = await makeDiscussion(forum)
    const locked = await makeDiscussion(forum)
    await changeDiscussion(await forum.as(admin.id), locked.id, { isLocked: true })
    const list = async (filter: string) =>
      (await forum.guest().get(`/api/discussions?${filter}`)).body.data.map(({ id }) => Number(id))
    for (const value of ['', '1', '0', 'x']) {
      expect(await list(`filter[locked]=${value}`)).toEqual([locked.id])
      expect(await list(`filter[-locked]=${value}`)).toEqual([unlocked.id])
    }
    expect(await list('filter[q]=is:locked')).toEqual([locked.id])
    expect(await list('filter[q]=-IS:locked')).toEqual([unlocked.id])
  })

  test('the author is notified when others lock and unlock, and no longer once both cancel out', async () => {
    const forum = await open({ extensions: [extension] })
    const author = await makeUser(forum)
    const { id } = await makeDiscussion(forum, { user_id: author.id })
    const [moderator, other] = [
      await makeUser(forum, { groupIds: [moderators] }),
      await makeUser(forum, { groupIds: [moderators] }),
    ]
    const client = await forum.as(author)
    const contents = async () =>
      (await client.get('/api/notifications')).body.data.map(({ attributes }) => attributes.content)
    const events = async () =>
      (await client.get('/api/notifications?include=eventPost')).body.included?.map(
        ({ attributes }) => attributes?.content,
      )
    await changeDiscussion(await forum.as(moderator), id, { isLocked: true })
    expect(await contents()).toEqual([{ postNumber: 2 }])
    expect(await events()).toEqual([{ locked: true }])
    await changeDiscussion(await forum.as(moderator), id, { isLocked: false })
    expect(await contents()).toEqual([])
    await changeDiscussion(await forum.as(moderator), id, { isLocked: true })
    forum.clock.advance(1)
    await changeDiscussion(await forum.as(other), id, { isLocked: false })
    expect(await counts(client)).toEqual({ unread: 2, new: 2 })
    // The list shows the newest one about a discussion.
    expect(await events()).toEqual([{ locked: false }])
    const { preferences } = (await client.get(`/api/users/${author.id}`)).body.data.attributes as {
      preferences: object
    }
    expect(preferences).toMatchObject({ notify_discussionLocked_alert: true })
    expect(preferences).not.toHaveProperty('notify_discussionLocked_email')
  })

  test('authors are not notified of their own actions', async () => {
    const forum = await open({ extensions: [extension] })
    const { id } = await makeDiscussion(forum, { user_id: admin.id })
    const administrator = await forum.as(admin.id)
    await changeDiscussion(administrator, id, { isLocked: true })
    expect((await administrator.get('/api/notifications')).body.data).toEqual([])
  })
})
