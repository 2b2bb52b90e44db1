import { eachTestForum, grant, makeDiscussion, makeUser, replyTo } from '@parley/testing'
import { expect, test } from 'vitest'
import type { Extension } from '../../../points/extension.ts'

const at = '2024-01-01T00:00:00.000Z'

eachTestForum((open) => {
  test('B110 B115 the answer has the post in full and the ids of all posts', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum, { posts: [{}, { hidden_at: at }, {}] })
    const user = await makeUser(forum)
    const client = await forum.as(user)
    const { status, body } = await client.post('/api/posts', {
      data: { attributes: { content: 'Hi <b> & co' }, relationships: { discussion: { data: { id } } } },
    })
    expect(status).toBe(201)
    expect(body.data.attributes).toEqual({
      number: 4,
      createdAt: '2024-01-01T00:00:00+00:00',
      contentType: 'comment',
      contentHtml: expect.stringContaining('Hi &lt;b&gt; &amp; co'),
      renderFailed: false,
      content: 'Hi <b> & co',
      canEdit: true,
      canDelete: false,
      canHide: true,
    })
    expect(body.data.relationships).toEqual({
      user: { data: { type: 'users', id: String(user.id) } },
      discussion: { data: { type: 'discussions', id: String(id) } },
    })
    const discussion = body.included?.find(({ type }) => type === 'discussions')
    expect(Object.keys(discussion?.attributes ?? {})).toEqual(['title', 'slug'])
    expect(discussion?.relationships).toEqual({
      posts: { data: ['1', '3', '4'].map((post) => ({ type: 'posts', id: post })) },
      lastPostedUser: { data: { type: 'users', id: String(user.id) } },
    })
    const { attributes } = (await client.get(`/api/discussions/${id}`)).body.data
    expect(attributes).toMatchObject({
      commentCount: 3,
      participantCount: 1,
      lastPostNumber: 4,
      lastReadPostNumber: 4,
    })
  })

  test('B112 B113 B391 404 before 403 before 422', async () => {
    const forum = await open()
    const author = await makeUser(forum)
    const { id } = await makeDiscussion(forum, { posts: [{}, {}] })
    const hidden = await makeDiscussion(forum, { hidden_at: at })
    const browser = forum.browser()
    await browser.get('/api')
    for (const [client, target, attributes, status] of [
      [browser, 999, {}, 404],
      [browser, hidden.id, {}, 404],
      [browser, id, {}, 403],
      [await forum.as(author), 999, {}, 404],
      [await forum.as(author), undefined, {}, 404],
      [await forum.as(author), `${id}-x`, {}, 404],
      [await forum.as(author), [id], {}, 404],
      [await forum.as(author), 1.5, {}, 404],
      [await forum.as(author), '9999999999999999', {}, 404],
      [await forum.as(author), id, {}, 422],
      [await forum.as(author), id, { content: '' }, 422],
      [await forum.as(author), id, { content: '0' }, 422],
      [await forum.as(author), id, { content: ['x'] }, 422],
      [await forum.as(author), id, { content: 'x\0' }, 422],
      [await forum.as(author), id, { content: 'x\ud83d' }, 422],
      [await forum.as(author), id, { content: 'x'.repeat(65_536) }, 422],
    ] as const) {
      expect({ target, attributes, status: (await replyTo(client, target, attributes)).status }).toEqual({
        target,
        attributes,
        status,
      })
    }
    const noRelationship = await (await forum.as(author)).post('/api/posts', {
      data: { attributes: { content: 'x' } },
    })
    expect(noRelationship.status).toBe(404)
    const admin = await forum.as(1)
    expect((await admin.delete('/api/posts/1')).status).toBe(204)
    expect((await replyTo(await forum.as(author), id)).status).toBe(201)
    await grant(forum, 'discussion.reply', [])
    expect((await replyTo(await forum.as(await makeUser(forum)), id)).status).toBe(403)
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('ten seconds between replies, before any other check', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum)
    const client = await forum.as(await makeUser(forum))
    expect((await replyTo(client, id)).status).toBe(201)
    const { status, headers } = await replyTo(client, 999)
    expect({ status, retryAfter: headers['retry-after'] }).toEqual({ status: 429, retryAfter: '10' })
    expect((await client.get('/api/posts')).status).toBe(200)
    forum.clock.advance(10)
    expect((await replyTo(client, id)).status).toBe(201)
  })

  test('B392 only administrators may set the time of a reply', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum, { posts: [{}, {}] })
    const [admin, user] = [await forum.as(1), await forum.as(await makeUser(forum))]
    const old = await replyTo(admin, id, { content: 'x', createdAt: '2001-02-03T04:05:06Z' })
    expect(old.body.data.attributes).toMatchObject({ number: 3, createdAt: '2001-02-03T04:05:06+00:00' })
    const shown = async () => (await admin.get(`/api/discussions/${id}`)).body.data.attributes
    expect(await shown()).toMatchObject({ lastPostNumber: 2, lastPostedAt: '2024-01-01T00:00:00+00:00' })
    await replyTo(admin, id, { content: 'x', createdAt: '2030-01-01' })
    expect(await shown()).toMatchObject({ lastPostNumber: 4, lastPostedAt: '2030-01-01T00:00:00+00:00' })
    const ignored = await replyTo(user, id, { content: 'x', createdAt: '2001-02-03' })
    expect(ignored.body.data.attributes.createdAt).toBe('2024-01-01T00:00:00+00:00')
    expect((await replyTo(admin, id, { content: 'x', createdAt: 'soon' })).status).toBe(422)
  })

  test('the first visible comment after all were hidden is the last post, whatever its time', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum, {
      posts: [{ hidden_at: at }],
      last_posted_at: at,
      last_post_number: 1,
    })
    const admin = await forum.as(1)
    await replyTo(admin, id, { content: 'x', createdAt: '2001-01-01' })
    expect((await admin.get(`/api/discussions/${id}`)).body.data.attributes).toMatchObject({
      lastPostNumber: 2,
      lastPostedAt: '2001-01-01T00:00:00+00:00',
    })
  })

  test('a reply whose discussion is deleted before the answer is 404', async () => {
    const deleting: Extension = {
      afterCommit: {
        'post.created': ({ post }, { forum }) =>
          forum.database.transaction(async (db) => {
            await db.deleteFrom('discussions').where('id', '=', post.discussion_id).execute()
          }),
      },
    }
    const extensions = [{ id: 'rush', title: 'Rush', version: '1.0.0', declaration: deleting }]
    const forum = await open({ extensions })
    const { id } = await makeDiscussion(forum)
    expect((await replyTo(await forum.as(1), id)).status).toBe(404)
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  })
})
