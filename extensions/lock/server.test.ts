import {
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
  test('without the extension there is no trace of it', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum)
    const { attributes } = (await changeDiscussion(await forum.as(1), id, { isLocked: true })).body.data
    expect(Object.keys(attributes).filter((name) => /lock/i.test(name))).toEqual([])
    expect((await forum.guest().get('/api/discussions?filter[locked]=')).body.data).toHaveLength(1)
  })

  test('moderators lock and unlock; the two cancel out', async () => {
    const forum = await open({ extensions: [extension] })
    const { id } = await makeDiscussion(forum)
    const moderator = await forum.as(await makeUser(forum, { groupIds: [4] }))
    const locked = await changeDiscussion(moderator, id, { isLocked: true })
    expect([locked.status, locked.body.data.attributes]).toMatchObject([
      200,
      { isLocked: true, canLock: true, canReply: true, commentCount: 1, lastPostNumber: 1 },
    ])
    expect(locked.body.data.relationships?.posts?.data.map((post) => post.id)).toEqual(['1', '2'])
    expect(locked.body.included?.[0]?.attributes).toMatchObject({
      number: 2,
      contentType: 'discussionLocked',
      content: { locked: true },
    })
    const again = await changeDiscussion(moderator, id, { isLocked: true })
    expect([again.status, again.body.data.relationships]).toEqual([200, undefined])
    const unlocked = await changeDiscussion(moderator, id, { isLocked: false })
    expect(unlocked.body.data.attributes.isLocked).toBe(false)
    expect(unlocked.body.data.relationships?.posts?.data.map((post) => post.id)).toEqual(['1'])
    expect(unlocked.body.included).toBeUndefined()
  })

  test('an event of somebody else in between keeps both', async () => {
    const forum = await open({ extensions: [extension] })
    const { id } = await makeDiscussion(forum)
    const moderator = await forum.as(await makeUser(forum, { groupIds: [4] }))
    await changeDiscussion(moderator, id, { isLocked: true })
    forum.clock.advance(1)
    await changeDiscussion(await forum.as(1), id, { isLocked: false })
    const { body } = await forum.guest().get(`/api/posts?filter[type]=discussionLocked`)
    expect(body.data.map(({ attributes }) => attributes.content)).toEqual([
      { locked: true },
      { locked: false },
    ])
  })

  test('others may not, whatever they send', async () => {
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

  test('what is no yes or no is 422', async () => {
    const forum = await open({ extensions: [extension] })
    const { id } = await makeDiscussion(forum)
    const admin = await forum.as(1)
    for (const isLocked of ['yes', 2, [], {}, 'true']) {
      const { status, body } = await changeDiscussion(admin, id, { isLocked })
      expect([isLocked, status, body.errors?.[0]?.source?.pointer]).toEqual([
        isLocked,
        422,
        '/data/attributes/isLocked',
      ])
    }
    for (const [isLocked, expected] of [
      ['1', true],
      ['', false],
      [1, true],
      ['0', false],
    ] as const) {
      expect((await changeDiscussion(admin, id, { isLocked })).body.data.attributes.isLocked).toBe(expected)
    }
  })

  test('a lock takes replying from authors, and what hangs on it', async () => {
    const forum = await open({ extensions: [extension] })
    const author = await makeUser(forum)
    const { id } = await makeDiscussion(forum, { user_id: author.id })
    await setSettings(forum, { allow_renaming: '-1', allow_post_editing: '-1', allow_hide_own_posts: '-1' })
    const [client, admin] = [await forum.as(author), await forum.as(1)]
    const may = async () => {
      const discussion = (await client.get(`/api/discussions/${id}`)).body.data.attributes
      const post = (await client.get('/api/posts/1')).body.data.attributes
      return [discussion.canReply, discussion.canRename, discussion.canHide, post.canEdit, post.canHide]
    }
    expect(await may()).toEqual([true, true, true, true, true])
    await changeDiscussion(admin, id, { isLocked: true })
    forum.clock.advance(60)
    expect(await may()).toEqual([false, false, false, false, false])
    const refused = await replyTo(client, id)
    expect([refused.status, refused.body.errors]).toEqual([
      403,
      [{ status: '403', code: 'permission_denied' }],
    ])
    expect((await changeDiscussion(client, id, { title: 'Other' })).status).toBe(403)
    expect((await client.patch('/api/posts/1', { data: { attributes: { content: 'y' } } })).status).toBe(403)
    expect((await replyTo(admin, id)).status).toBe(201)
    await grant(forum, 'discussion.lock', [3])
    expect(await may()).toEqual([true, true, false, true, true])
    expect((await replyTo(client, id)).status).toBe(201)
  })

  test('administrators lock what they start', async () => {
    const forum = await open({ extensions: [extension] })
    const { status, body } = await (await forum.as(1)).post('/api/discussions', {
      data: { attributes: { title: 'News', content: 'x', isLocked: true } },
    })
    expect([status, body.data.attributes.isLocked]).toEqual([201, true])
  })

  test('locked discussions can be asked for, and left out', async () => {
    const forum = await open({ extensions: [extension] })
    const [open1, locked] = [await makeDiscussion(forum), await makeDiscussion(forum)]
    await changeDiscussion(await forum.as(1), locked.id, { isLocked: true })
    const found = async (filter: string) =>
      (await forum.guest().get(`/api/discussions?${filter}`)).body.data.map(({ id }) => Number(id))
    for (const value of ['', '1', '0', 'x']) {
      expect(await found(`filter[locked]=${value}`)).toEqual([locked.id])
      expect(await found(`filter[-locked]=${value}`)).toEqual([open1.id])
    }
    expect(await found('filter[q]=is:locked')).toEqual([locked.id])
    expect(await found('filter[q]=-IS:locked')).toEqual([open1.id])
  })

  test('the author is notified of locking and unlocking by others, until both cancel out', async () => {
    const forum = await open({ extensions: [extension] })
    const author = await makeUser(forum)
    const { id } = await makeDiscussion(forum, { user_id: author.id })
    const [moderator, other] = [
      await makeUser(forum, { groupIds: [4] }),
      await makeUser(forum, { groupIds: [4] }),
    ]
    const client = await forum.as(author)
    const contents = async () =>
      (await client.get('/api/notifications')).body.data.map(({ attributes }) => attributes.content)
    await changeDiscussion(await forum.as(moderator), id, { isLocked: true })
    expect(await contents()).toEqual([{ postNumber: 2 }])
    await changeDiscussion(await forum.as(moderator), id, { isLocked: false })
    expect(await contents()).toEqual([])
    await changeDiscussion(await forum.as(moderator), id, { isLocked: true })
    forum.clock.advance(1)
    await changeDiscussion(await forum.as(other), id, { isLocked: false })
    expect(await counts(client)).toEqual([2, 2])
    const { preferences } = (await client.get(`/api/users/${author.id}`)).body.data.attributes as {
      preferences: object
    }
    expect(preferences).toMatchObject({ notify_discussionLocked_alert: true })
    expect(preferences).not.toHaveProperty('notify_discussionLocked_email')
  })

  test('authors are not told of what they did themselves', async () => {
    const forum = await open({ extensions: [extension] })
    const { id } = await makeDiscussion(forum, { user_id: 1 })
    const admin = await forum.as(1)
    await changeDiscussion(admin, id, { isLocked: true })
    expect((await admin.get('/api/notifications')).body.data).toEqual([])
  })
})
