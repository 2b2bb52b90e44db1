import { type ApiClient, eachTestForum, grant, makeDiscussion, makeUser, setSettings } from '@parley/testing'
import { describe, expect, test } from 'vitest'

const start = (client: ApiClient, attributes: object) =>
  client.post('/api/discussions', { data: { type: 'discussions', attributes } })
const change = (client: ApiClient, id: number | string, attributes: object) =>
  client.patch(`/api/discussions/${id}`, { data: { type: 'discussions', id: String(id), attributes } })

eachTestForum((open) => {
  test('B389 a new discussion is answered whole, its post in full', async () => {
    const forum = await open()
    const user = await makeUser(forum)
    const client = await forum.as(user)
    const { status, body } = await start(client, { title: 'Hello wörld', content: 'First **post**' })
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
    expect([attributes.discussionCount, attributes.commentCount]).toEqual([1, 1])
  })

  test('B52 B53 B386 B388 title first, then content; a refused discussion leaves nothing', async () => {
    const forum = await open()
    const admin = await forum.as(1)
    const refusals = async (attributes: object) => {
      const { status, body } = await start(admin, attributes)
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
      expect((await start(admin, attributes)).status).toBe(201)
    }
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('who may start one: guests 403, members, not the unconfirmed', async () => {
    const forum = await open()
    const unconfirmed = await makeUser(forum, { is_email_confirmed: false })
    const attributes = { title: 'Hello', content: 'x' }
    const browser = forum.browser()
    await browser.get('/api')
    for (const client of [browser, await forum.as(unconfirmed)]) {
      const { status, body } = await start(client, attributes)
      expect([status, body.errors[0]?.code]).toEqual([403, 'permission_denied'])
    }
    const writer = await makeUser(forum)
    await grant(forum, 'viewForum', [])
    const { status, body } = await start(await forum.as(writer), attributes)
    expect([status, body.data.attributes.title]).toEqual([201, 'Hello'])
  })

  test('B58 B403 ten seconds between posts, renaming counts, the exempt do not wait', async () => {
    const forum = await open()
    const [user, admin] = [await forum.as(await makeUser(forum)), await forum.as(1)]
    const attributes = { title: 'Hello', content: 'x' }
    const { id } = (await start(user, attributes)).body.data
    const hasty = await start(user, attributes)
    expect([hasty.status, hasty.body.errors, hasty.headers['retry-after']]).toEqual([
      429,
      [{ status: '429', code: 'too_many_requests' }],
      '10',
    ])
    forum.clock.advance(7)
    expect((await start(user, { title: '' })).headers['retry-after']).toBe('3')
    forum.clock.advance(3)
    expect((await change(user, id, { title: 'Renamed' })).status).toBe(200)
    expect((await start(user, attributes)).status).toBe(429)
    forum.clock.advance(10)
    expect((await start(user, attributes)).status).toBe(201)
    expect((await start(admin, attributes)).status).toBe(201)
    expect((await start(admin, attributes)).status).toBe(201)
    await grant(forum, 'postWithoutThrottle', [3])
    expect((await start(user, attributes)).status).toBe(201)
  })

  test('createdAt is for administrators; unreadable it is 422', async () => {
    const forum = await open()
    const admin = await forum.as(1)
    const { body } = await start(admin, {
      title: 'Old',
      content: 'x',
      createdAt: '1999-12-31T23:00:00-02:00',
    })
    expect(body.data.attributes).toMatchObject({
      createdAt: '2000-01-01T01:00:00+00:00',
      lastPostedAt: '2000-01-01T01:00:00+00:00',
    })
    const future = await start(admin, { title: 'Future', content: 'x', createdAt: '2999-01-01' })
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
      const { status, body: refusal } = await start(admin, { title: 'Never', content: 'x', createdAt })
      expect([createdAt, status, refusal.errors?.[0]?.source]).toEqual([
        createdAt,
        422,
        { pointer: '/data/attributes/createdAt' },
      ])
    }
    const user = await forum.as(await makeUser(forum))
    const ignored = await start(user, { title: 'Mine', content: 'x', createdAt: 'tomorrow' })
    expect([ignored.status, ignored.body.data.attributes.createdAt]).toEqual([
      201,
      '2024-01-01T00:00:00+00:00',
    ])
  })

  describe('renaming', () => {
    test('B404 the answer has the event post in full and all ids', async () => {
      const forum = await open()
      const { id } = await makeDiscussion(forum, { title: 'Before', posts: [{}, {}] })
      const moderator = await makeUser(forum, { groupIds: [4] })
      const { status, body } = await change(await forum.as(moderator), id, { title: 'After it' })
      expect(status).toBe(200)
      expect(body.data.attributes).toMatchObject({
        title: 'After it',
        slug: `${id}-after-it`,
        commentCount: 2,
        participantCount: 0,
        lastPostNumber: 2,
      })
      expect(body.data.relationships).toEqual({
        posts: { data: ['1', '2', '3'].map((post) => ({ type: 'posts', id: post })) },
      })
      const [event, user, ...rest] = body.included ?? []
      expect(event).toEqual({
        type: 'posts',
        id: '3',
        attributes: {
          number: 3,
          createdAt: '2024-01-01T00:00:00+00:00',
          contentType: 'discussionRenamed',
          content: ['Before', 'After it'],
          canEdit: true,
          canDelete: false,
          canHide: true,
        },
        relationships: {
          discussion: { data: { type: 'discussions', id: String(id) } },
          user: { data: { type: 'users', id: String(moderator.id) } },
        },
      })
      expect([user?.type, rest]).toEqual(['users', []])
      const same = await change(await forum.as(moderator), id, { title: 'After it' })
      expect([same.status, same.body.data.relationships]).toEqual([200, undefined])
    })

    test('B400 B401 renames by one person in a row are one, and none when they lead back', async () => {
      const forum = await open()
      const { id } = await makeDiscussion(forum, { title: 'First', user_id: 1 })
      const [admin, moderator] = [await forum.as(1), await forum.as(await makeUser(forum, { groupIds: [4] }))]
      const events = async () =>
        (await admin.get(`/api/posts?filter[discussion]=${id}&filter[type]=discussionRenamed`)).body.data.map(
          ({ attributes }) => [attributes.number, attributes.content],
        )
      await change(admin, id, { title: 'Second' })
      forum.clock.advance(1800)
      await change(admin, id, { title: 'Third' })
      expect(await events()).toEqual([[2, ['First', 'Third']]])
      const back = await change(admin, id, { title: 'First' })
      expect(back.body.data.relationships?.posts?.data.map((post) => post.id)).toEqual(['1'])
      expect(back.body.included).toBeUndefined()
      expect(await events()).toEqual([])
      await change(admin, id, { title: 'Fourth' })
      forum.clock.advance(1)
      await change(moderator, id, { title: 'Fifth' })
      forum.clock.advance(1)
      await change(admin, id, { title: 'Fourth' })
      expect(await events()).toEqual([
        [3, ['First', 'Fourth']],
        [4, ['Fourth', 'Fifth']],
        [5, ['Fifth', 'Fourth']],
      ])
    })

    test('a title is judged as at the start, by those who may rename', async () => {
      const forum = await open()
      const [author, other] = [await makeUser(forum), await makeUser(forum)]
      const { id } = await makeDiscussion(forum, { user_id: author.id, title: 'Title' })
      const client = await forum.as(author)
      for (const title of ['ab', '', 'x'.repeat(81), ['abc'], 'a\0bc']) {
        const { status, body } = await change(client, id, { title })
        expect([title, status, body.errors?.[0]?.source?.pointer]).toEqual([
          title,
          422,
          '/data/attributes/title',
        ])
      }
      expect((await change(await forum.as(other), id, { title: 'Other' })).status).toBe(403)
      expect((await change(await forum.as(other), id, { title: 'Title' })).status).toBe(403)
      expect((await change(client, 999, { title: 'Other' })).status).toBe(404)
      expect((await client.get(`/api/discussions/${id}`)).body.data.attributes.title).toBe('Title')
    })

    test('B143 B145 B146 the window of the author', async () => {
      const forum = await open()
      const [author, other] = [await makeUser(forum), await makeUser(forum)]
      const { id } = await makeDiscussion(forum, { user_id: author.id })
      const client = await forum.as(author)
      const may = async () =>
        (await (await forum.as(author)).get(`/api/discussions/${id}`)).body.data.attributes.canRename
      forum.clock.set('2024-01-01T00:09:59Z')
      expect(await may()).toBe(true)
      forum.clock.set('2024-01-01T00:10:00Z')
      expect(await may()).toBe(false)
      expect((await change(await forum.as(author), id, { title: 'Late' })).status).toBe(403)
      await setSettings(forum, { allow_renaming: '-1' })
      expect(await may()).toBe(true)
      await setSettings(forum, { allow_renaming: 'reply' })
      expect(await may()).toBe(true)
      await grant(forum, 'discussion.reply', [])
      expect(await may()).toBe(false)
      await grant(forum, 'discussion.reply', [3])
      await (await forum.as(other)).post('/api/posts', {
        data: { attributes: { content: 'x' }, relationships: { discussion: { data: { id: String(id) } } } },
      })
      expect(await may()).toBe(false)
      expect((await change(client, id, { title: 'Renamed' })).status).toBe(403)
    })
  })

  describe('hiding', () => {
    test('B148 B406 B407 by moderators, by the author while nobody else wrote', async () => {
      const forum = await open()
      const [author, other] = [await makeUser(forum), await makeUser(forum)]
      const alone = await makeDiscussion(forum, { user_id: author.id })
      const both = await makeDiscussion(forum, {
        posts: [{ user_id: author.id }, { user_id: other.id }],
        user_id: author.id,
      })
      const client = await forum.as(author)
      expect((await change(await forum.as(other), alone.id, { isHidden: true })).status).toBe(403)
      const { status, body } = await change(client, alone.id, { isHidden: true })
      expect([status, body.data.attributes.isHidden, body.data.attributes.hiddenAt]).toEqual([
        200,
        true,
        '2024-01-01T00:00:00+00:00',
      ])
      expect(body.data.relationships).toBeUndefined()
      const again = await change(client, alone.id, { isHidden: 1 })
      expect(again.status).toBe(200)
      const restored = await change(client, alone.id, { isHidden: false })
      expect([restored.status, 'isHidden' in restored.body.data.attributes]).toEqual([200, false])
      expect((await change(client, both.id, { isHidden: true })).status).toBe(403)
      const moderator = await forum.as(await makeUser(forum, { groupIds: [4] }))
      expect((await change(moderator, alone.id, { isHidden: true })).status).toBe(200)
      expect((await change(client, alone.id, { isHidden: false })).status).toBe(403)
      expect((await moderator.delete(`/api/discussions/${alone.id}`)).status).toBe(403)
    })
  })

  describe('reading', () => {
    test('raises, never lowers, not beyond the highest number', async () => {
      const forum = await open()
      const { id } = await makeDiscussion(forum, { posts: [{}, {}, {}, {}] })
      const client = await forum.as(await makeUser(forum))
      const read = async (lastReadPostNumber: unknown) => {
        forum.clock.advance(60)
        const { status, body } = await change(client, id, { lastReadPostNumber })
        return [status, body.data?.attributes.lastReadPostNumber, body.data?.attributes.lastReadAt]
      }
      expect(await read(2)).toEqual([200, 2, '2024-01-01T00:01:00+00:00'])
      expect(await read(1)).toEqual([200, 2, '2024-01-01T00:01:00+00:00'])
      expect(await read(2)).toEqual([200, 2, '2024-01-01T00:01:00+00:00'])
      expect(await read('3')).toEqual([200, 3, '2024-01-01T00:04:00+00:00'])
      for (const falsy of [0, '', '0', false, null, [], {}]) {
        expect([falsy, (await read(falsy))[0]]).toEqual([falsy, 200])
      }
      for (const wrong of ['x', 1.5, -1, [1], { a: 1 }, true]) {
        const { status, body } = await change(client, id, { lastReadPostNumber: wrong })
        expect([wrong, status, body.errors?.[0]?.source?.pointer]).toEqual([
          wrong,
          422,
          '/data/attributes/lastReadPostNumber',
        ])
      }
      expect((await read(1000))[1]).toBe(4)
      const browser = forum.browser()
      await browser.get('/api')
      expect((await change(browser, id, { lastReadPostNumber: 1 })).status).toBe(401)
      expect((await change(browser, id, { lastReadPostNumber: 0 })).status).toBe(200)
      expect((await change(browser, id, {})).status).toBe(200)
      expect((await browser.patch(`/api/discussions/${id}`)).status).toBe(200)
      expect((await change(browser, id, { nonsense: [1], commentCount: 7 })).status).toBe(200)
    })
  })

  describe('deleting', () => {
    test('B59 D18 everything of it goes, and everybody counts right', async () => {
      const forum = await open()
      const [author, other] = [await makeUser(forum), await makeUser(forum)]
      const posts = [
        { user_id: author.id },
        { user_id: other.id },
        { user_id: other.id, hidden_at: '2024-01-01T00:00:00.000Z' },
      ]
      const { id } = await makeDiscussion(forum, { user_id: author.id, posts })
      await makeDiscussion(forum, { user_id: author.id, posts: [{ user_id: other.id }] })
      await change(await forum.as(other), id, { lastReadPostNumber: 2 })
      expect((await (await forum.as(author)).delete(`/api/discussions/${id}`)).status).toBe(403)
      const admin = await forum.as(1)
      const deleted = await admin.delete(`/api/discussions/${id}`)
      expect([deleted.status, deleted.text]).toEqual([204, ''])
      expect((await admin.get(`/api/discussions/${id}`)).status).toBe(404)
      expect((await admin.delete(`/api/discussions/${id}`)).status).toBe(404)
      const { read } = forum.current.database
      for (const table of ['posts', 'discussion_user', 'post_blocks'] as const) {
        const left = await read
          .selectFrom(table)
          .select('discussion_id')
          .where('discussion_id', '=', id)
          .execute()
        expect([table, left]).toEqual([table, []])
      }
      const counts = await read
        .selectFrom('users')
        .select(['discussion_count', 'comment_count'])
        .where('id', 'in', [author.id, other.id])
        .orderBy('id')
        .execute()
      expect(counts).toEqual([
        { discussion_count: 1, comment_count: 0 },
        { discussion_count: 0, comment_count: 1 },
      ])
    })
  })

  test('D3 one refused attribute, and nothing of a request is done', async () => {
    const forum = await open()
    const author = await makeUser(forum)
    const { id } = await makeDiscussion(forum, { user_id: author.id, title: 'Title' })
    const client = await forum.as(author)
    expect(
      (await change(client, id, { title: 'Other', lastReadPostNumber: 'x', isHidden: true })).status,
    ).toBe(422)
    expect((await change(client, id, { isHidden: true, title: 'x' })).status).toBe(422)
    await setSettings(forum, { allow_renaming: '0' })
    expect((await change(client, id, { isHidden: true, title: 'Other' })).status).toBe(403)
    const { attributes } = (await client.get(`/api/discussions/${id}`)).body.data
    expect(attributes).toMatchObject({ title: 'Title' })
    expect([attributes.isHidden, attributes.lastReadPostNumber]).toEqual([undefined, undefined])
    const { body } = await client.get(`/api/posts?filter[discussion]=${id}`)
    expect(body.data).toHaveLength(1)
  })
})
