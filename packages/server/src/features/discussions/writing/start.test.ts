import {
  changeDiscussion,
  eachTestForum,
  grant,
  makeUser,
  setSettings,
  startDiscussion,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { members } from '../../../points/context/actor.ts'

eachTestForum((open) => {
  test('B389 the answer to a new discussion has all attributes, and its post in full', async () => {
    const forum = await open()
    const user = await makeUser(forum)
    const client = await forum.as(user)
    const { status, body } = await startDiscussion(client, {
      title: 'Hello wörld',
      content: 'First **post**',
    })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      type: 'discussions',
      id: '1',
      attributes: {
        title: 'Hello wörld',
        slug: '1-hello-world',
        commentCount: 1,
        participantCount: 1,
        createdAt: '2024-01-01T00:00:00+00:00',
        lastPostedAt: '2024-01-01T00:00:00+00:00',
        lastPostNumber: 1,
        canReply: true,
        canRename: true,
        canDelete: false,
        canHide: true,
        lastReadAt: '2024-01-01T00:00:00+00:00',
        lastReadPostNumber: 1,
        unreadCommentCount: 0,
        lateUnread: [],
      },
      relationships: {
        posts: { data: [{ type: 'posts', id: '1' }] },
        user: { data: { type: 'users', id: String(user.id) } },
        lastPostedUser: { data: { type: 'users', id: String(user.id) } },
        firstPost: { data: { type: 'posts', id: '1' } },
        lastPost: { data: { type: 'posts', id: '1' } },
      },
    })
    expect(body.included?.map(({ type, id }) => `${type} ${id}`)).toEqual(['posts 1', `users ${user.id}`])
    expect(body.included?.[0]?.attributes).toMatchObject({
      number: 1,
      contentType: 'comment',
      content: 'First **post**',
      contentHtml: expect.stringContaining('<strong>post</strong>'),
      renderFailed: false,
      canEdit: true,
      canDelete: false,
      canHide: true,
    })
    const { attributes } = (await client.get(`/api/users/${user.id}`)).body.data
    expect({ discussionCount: attributes.discussionCount, commentCount: attributes.commentCount }).toEqual({
      discussionCount: 1,
      commentCount: 1,
    })
  })

  test('B052 B053 B386 B388 the title is validated before the content; a refused discussion stores nothing', async () => {
    const forum = await open()
    const admin = await forum.as(1)
    const refusals = async (attributes: object) => {
      const { status, body } = await startDiscussion(admin, attributes)
      expect(status).toBe(422)
      return body.errors
    }
    expect(await refusals({ title: 'Hello', content: '' })).toEqual([
      {
        status: '422',
        code: 'validation_error',
        detail: 'The content field is required.',
        source: { pointer: '/data/attributes/content' },
      },
    ])
    const onTitle = [{ code: 'validation_error', source: { pointer: '/data/attributes/title' } }]
    expect(await refusals({ title: '', content: '' })).toMatchObject(onTitle)
    expect(await refusals({})).toMatchObject(onTitle)
    for (const title of ['ab', 'x'.repeat(81), '   ', null, ['abc'], { a: 1 }, true, 'a\0b c', 'ab\ud800c']) {
      expect(await refusals({ title, content: 'x' })).toMatchObject(onTitle)
    }
    for (const content of ['0', null, 'x'.repeat(65_536), [], {}, false, 'a\0b', 'x\udc00']) {
      expect(await refusals({ title: 'Hello', content })).toMatchObject([
        { source: { pointer: '/data/attributes/content' } },
      ])
    }
    expect((await admin.get('/api/discussions')).body.data).toEqual([])
    for (const attributes of [
      { title: 'abc', content: 'x'.repeat(65_535) },
      { title: '😀'.repeat(80), content: ' \n ' },
      { title: 12345, content: 7 },
    ]) {
      expect((await startDiscussion(admin, attributes)).status).toBe(201)
    }
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  test.each(['zh', 'en'])(
    'B055 B056 the slug follows the locale of the forum, whatever the author reads (%s)',
    async (preference) => {
      const forum = await open()
      await setSettings(forum, { default_locale: 'zh' })
      const author = await makeUser(forum, { preferences: JSON.stringify({ locale: preference }) })
      const started = await startDiscussion(await forum.as(author), { title: '我是一个土豆', content: 'x' })
      expect(started.status).toBe(201)
      const { id, attributes } = started.body.data
      expect(attributes.slug).toBe(`${id}-wo-shi-yi-ge-tu-dou`)
    },
  )

  test('members may start a discussion; guests and unconfirmed users get 403', async () => {
    const forum = await open()
    const unconfirmed = await makeUser(forum, { is_email_confirmed: false })
    const attributes = { title: 'Hello', content: 'x' }
    const browser = forum.browser()
    await browser.get('/api')
    for (const client of [browser, await forum.as(unconfirmed)]) {
      const { status, body } = await startDiscussion(client, attributes)
      expect({ status, code: body.errors[0]?.code }).toEqual({ status: 403, code: 'permission_denied' })
    }
    const writer = await makeUser(forum)
    await grant(forum, 'viewForum', [])
    const { status, body } = await startDiscussion(await forum.as(writer), attributes)
    expect({ status, title: body.data.attributes.title }).toEqual({ status: 201, title: 'Hello' })
  })

  test('B058 B403 the throttle is ten seconds, renaming counts, and exempt users do not wait', async () => {
    const forum = await open()
    const [user, admin] = [await forum.as(await makeUser(forum)), await forum.as(1)]
    const attributes = { title: 'Hello', content: 'x' }
    const { id } = (await startDiscussion(user, attributes)).body.data
    const hasty = await startDiscussion(user, attributes)
    expect({
      status: hasty.status,
      errors: hasty.body.errors,
      retryAfter: hasty.headers['retry-after'],
    }).toEqual({ status: 429, errors: [{ status: '429', code: 'too_many_requests' }], retryAfter: '10' })
    forum.clock.advance(7)
    expect((await startDiscussion(user, { title: '' })).headers['retry-after']).toBe('3')
    forum.clock.advance(3)
    expect((await changeDiscussion(user, id, { title: 'Renamed' })).status).toBe(200)
    expect((await startDiscussion(user, attributes)).status).toBe(429)
    forum.clock.advance(10)
    expect((await startDiscussion(user, attributes)).status).toBe(201)
    expect((await startDiscussion(admin, attributes)).status).toBe(201)
    expect((await startDiscussion(admin, attributes)).status).toBe(201)
    await grant(forum, 'postWithoutThrottle', [members])
    expect((await startDiscussion(user, attributes)).status).toBe(201)
  })

  test('only administrators may set createdAt; an invalid one is 422', async () => {
    const forum = await open()
    const admin = await forum.as(1)
    const { body } = await startDiscussion(admin, {
      title: 'Old',
      content: 'x',
      createdAt: '1999-12-31T23:00:00-02:00',
    })
    expect(body.data.attributes).toMatchObject({
      createdAt: '2000-01-01T01:00:00+00:00',
      lastPostedAt: '2000-01-01T01:00:00+00:00',
    })
    const future = await startDiscussion(admin, { title: 'Future', content: 'x', createdAt: '2999-01-01' })
    expect(future.body.data.attributes.createdAt).toBe('2999-01-01T00:00:00+00:00')
    for (const createdAt of [
      'tomorrow',
      7,
      [],
      '2020-02-30',
      '0000-01-01',
      '9999-12-31T23:59:59-10:00',
      '0001-01-01T00:00:00+10:00',
    ]) {
      const { status, body: refusal } = await startDiscussion(admin, {
        title: 'Never',
        content: 'x',
        createdAt,
      })
      expect({ createdAt, status, source: refusal.errors?.[0]?.source }).toEqual({
        createdAt,
        status: 422,
        source: { pointer: '/data/attributes/createdAt' },
      })
    }
    const user = await forum.as(await makeUser(forum))
    const ignored = await startDiscussion(user, { title: 'Mine', content: 'x', createdAt: 'tomorrow' })
    expect({ status: ignored.status, createdAt: ignored.body.data.attributes.createdAt }).toEqual({
      status: 201,
      createdAt: '2024-01-01T00:00:00+00:00',
    })
  })
})
