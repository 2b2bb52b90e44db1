import {
  type ApiClient,
  type ApiResponse,
  eachTestForum,
  grant,
  makeDiscussion,
  makePost,
  makeUser,
  setSettings,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'

const ids = ({ body }: ApiResponse) => body.data.map(({ id }) => Number(id))
const at = '2024-01-01T00:00:00.000Z'
const to = (id: unknown) => ({ discussion: { data: { type: 'discussions', id } } })
const reply = (client: ApiClient, discussion: unknown, attributes: object = { content: 'A reply' }) =>
  client.post('/api/posts', { data: { type: 'posts', attributes, relationships: to(discussion) } })
const change = (client: ApiClient, id: number | string, attributes: object) =>
  client.patch(`/api/posts/${id}`, { data: { attributes } })

eachTestForum((open) => {
  describe('lists', () => {
    test('B119 B121 B122 B124 B125 filters', async () => {
      const forum = await open()
      const normal = await makeUser(forum, { username: 'normal' })
      await makeDiscussion(forum, { id: 1, posts: [{ user_id: 1 }, { user_id: normal.id }] })
      await makeDiscussion(forum, { id: 2, posts: [{ user_id: normal.id }, { user_id: null }] })
      await makePost(forum, 1, { type: 'discussionRenamed', content: '["a","b"]', user_id: 1 })
      const admin = await forum.as(1)
      const found = async (query: string) => ids(await admin.get(`/api/posts?${query}`))
      expect(await found('')).toEqual([1, 2, 3, 4, 5])
      expect(await found('filter[author]=admin,normal')).toEqual([1, 2, 3, 5])
      expect(await found('filter[-author]=normal')).toEqual([1, 4, 5])
      expect(await found('filter[discussion]=1')).toEqual([1, 2, 5])
      expect(await found('filter[-discussion]=1')).toEqual([3, 4])
      expect(await found('filter[number]=2')).toEqual([2, 4])
      expect(await found('filter[id]=4')).toEqual([4])
      expect(await found('filter[type]=discussionRenamed')).toEqual([5])
      expect(await found('filter[-type]=comment')).toEqual([5])
      expect(await found('filter[type]=unheardOf')).toEqual([])
      expect(
        await found(
          'filter[author]=admin&filter[type]=comment&page[offset]=0&page[limit]=20&sort=-createdAt',
        ),
      ).toEqual([1])
      expect(await found('sort=-number')).toEqual([5, 4, 2, 3, 1])
      for (const query of [
        'filter[discussion]=x',
        'filter[discussion]=',
        'filter[number]=1.5',
        'filter[discussion][]=1',
        'filter[type][]=comment',
        'filter[author][][x]=1',
      ]) {
        const { status, body } = await admin.get(`/api/posts?${query}`)
        expect([query, status, body.errors?.[0]?.source?.pointer]).toEqual([
          query,
          422,
          '/data/attributes/message',
        ])
      }
      expect(await found('filter[discussion]=999999999999999')).toEqual([])
      expect(await found('filter[discussion]=-1')).toEqual([])
    })

    test('B412 near goes with the discussion filter alone', async () => {
      const forum = await open()
      await makeDiscussion(forum, { id: 1, posts: [{}, {}, {}] })
      const guest = forum.guest()
      for (const query of [
        '',
        'filter[discussion]=1&filter[author]=admin&',
        'filter[discussion]=1&sort=number&',
        'filter[-discussion]=1&',
        'filter[id]=1&',
      ]) {
        const { status, body } = await guest.get(`/api/posts?${query}page[near]=2`)
        expect([query, status, body.errors?.[0]?.code]).toEqual([query, 400, 'invalid_parameter'])
      }
      expect(ids(await guest.get('/api/posts?filter[discussion]=1&page[near]=2&sort='))).toEqual([1, 2, 3])
      expect(ids(await guest.get('/api/posts?page[near]=1'))).toEqual([1, 2, 3])
      expect(ids(await guest.get('/api/posts?page[near]=reply&sort=number'))).toEqual([1, 2, 3])
      expect(ids(await guest.get('/api/posts?filter[discussion]=7&page[near]=2'))).toEqual([])
    })

    test('B413 B415 what a post shows, and to whom', async () => {
      const forum = await open()
      const author = await makeUser(forum)
      await makeDiscussion(forum, {
        id: 1,
        user_id: author.id,
        posts: [{ ip_address: '1.2.3.4', edited_at: at, edited_user_id: 1 }],
      })
      await makePost(forum, 1, { type: 'discussionRenamed', content: '["a","b"]', user_id: author.id })
      await makePost(forum, 1, { content_html: null })
      const [comment, event, broken] = (await forum.guest().get('/api/posts?filter[discussion]=1')).body.data
      expect(comment?.attributes).toEqual({
        number: 1,
        createdAt: '2024-01-01T00:00:00+00:00',
        contentType: 'comment',
        contentHtml: '<p>Post 1</p>',
        renderFailed: false,
        editedAt: '2024-01-01T00:00:00+00:00',
        canEdit: false,
        canDelete: false,
        canHide: false,
      })
      expect(Object.keys(comment?.relationships ?? {})).toEqual(['user', 'editedUser', 'discussion'])
      expect(event?.attributes).toEqual({
        number: 2,
        createdAt: '2024-01-01T00:00:00+00:00',
        contentType: 'discussionRenamed',
        content: ['a', 'b'],
        canEdit: false,
        canDelete: false,
        canHide: false,
      })
      expect([broken?.attributes.renderFailed, typeof broken?.attributes.contentHtml]).toEqual([
        true,
        'string',
      ])
      expect(Object.keys(broken?.relationships ?? {})).toEqual(['discussion'])
      const moderator = await forum.as(await makeUser(forum, { groupIds: [4] }))
      const seen = (await moderator.get('/api/posts/1')).body.data.attributes
      expect([seen.ipAddress, seen.content, seen.canEdit, seen.canHide, seen.canDelete]).toEqual([
        '1.2.3.4',
        'Post 1',
        true,
        true,
        false,
      ])
      expect('ipAddress' in (await moderator.get('/api/posts/2')).body.data.attributes).toBe(false)
    })

    test('hidden posts are for their author and those who may hide posts', async () => {
      const forum = await open()
      const [author, other] = [await makeUser(forum), await makeUser(forum)]
      await makeDiscussion(forum, {
        id: 1,
        posts: [{}, { user_id: author.id, hidden_at: at, hidden_user_id: 1 }],
      })
      for (const [client, expected] of [
        [forum.guest(), false],
        [await forum.as(other), false],
        [await forum.as(author), true],
        [await forum.as(1), true],
      ] as const) {
        expect((await client.get('/api/posts/2')).status).toBe(expected ? 200 : 404)
        expect(ids(await client.get('/api/posts'))).toEqual(expected ? [1, 2] : [1])
        expect(ids(await client.get('/api/posts?filter[id]=2'))).toEqual(expected ? [2] : [])
        const show = await client.get('/api/discussions/1')
        expect(show.body.data.relationships?.posts?.data).toHaveLength(expected ? 2 : 1)
      }
      const { attributes } = (await (await forum.as(author)).get('/api/posts/2')).body.data
      expect(attributes).toMatchObject({
        isHidden: true,
        hiddenAt: '2024-01-01T00:00:00+00:00',
        canEdit: false,
        canHide: false,
      })
    })
  })

  describe('replying', () => {
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
        expect([target, attributes, (await reply(client, target, attributes)).status]).toEqual([
          target,
          attributes,
          status,
        ])
      }
      const noRelationship = await (await forum.as(author)).post('/api/posts', {
        data: { attributes: { content: 'x' } },
      })
      expect(noRelationship.status).toBe(404)
      const admin = await forum.as(1)
      expect((await admin.delete('/api/posts/1')).status).toBe(204)
      expect((await reply(await forum.as(author), id)).status).toBe(201)
      await grant(forum, 'discussion.reply', [])
      expect((await reply(await forum.as(await makeUser(forum)), id)).status).toBe(403)
      expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
    })

    test('ten seconds between replies, before any other check', async () => {
      const forum = await open()
      const { id } = await makeDiscussion(forum)
      const client = await forum.as(await makeUser(forum))
      expect((await reply(client, id)).status).toBe(201)
      const { status, headers } = await reply(client, 999)
      expect([status, headers['retry-after']]).toEqual([429, '10'])
      expect((await client.get('/api/posts')).status).toBe(200)
      forum.clock.advance(10)
      expect((await reply(client, id)).status).toBe(201)
    })

    test('B392 the time of a reply is for administrators to choose', async () => {
      const forum = await open()
      const { id } = await makeDiscussion(forum, { posts: [{}, {}] })
      const [admin, user] = [await forum.as(1), await forum.as(await makeUser(forum))]
      const old = await reply(admin, id, { content: 'x', createdAt: '2001-02-03T04:05:06Z' })
      expect(old.body.data.attributes).toMatchObject({ number: 3, createdAt: '2001-02-03T04:05:06+00:00' })
      const shown = async () => (await admin.get(`/api/discussions/${id}`)).body.data.attributes
      expect(await shown()).toMatchObject({ lastPostNumber: 2, lastPostedAt: '2024-01-01T00:00:00+00:00' })
      await reply(admin, id, { content: 'x', createdAt: '2030-01-01' })
      expect(await shown()).toMatchObject({ lastPostNumber: 4, lastPostedAt: '2030-01-01T00:00:00+00:00' })
      const ignored = await reply(user, id, { content: 'x', createdAt: '2001-02-03' })
      expect(ignored.body.data.attributes.createdAt).toBe('2024-01-01T00:00:00+00:00')
      expect((await reply(admin, id, { content: 'x', createdAt: 'soon' })).status).toBe(422)
    })

    test('the first visible comment after all were hidden is the last post, whatever its time', async () => {
      const forum = await open()
      const { id } = await makeDiscussion(forum, {
        posts: [{ hidden_at: at }],
        last_posted_at: at,
        last_post_number: 1,
      })
      const admin = await forum.as(1)
      await reply(admin, id, { content: 'x', createdAt: '2001-01-01' })
      expect((await admin.get(`/api/discussions/${id}`)).body.data.attributes).toMatchObject({
        lastPostNumber: 2,
        lastPostedAt: '2001-01-01T00:00:00+00:00',
      })
    })
  })

  describe('editing', () => {
    test('B394 content, editor and time change; the same content changes nothing', async () => {
      const forum = await open()
      const author = await makeUser(forum)
      await makeDiscussion(forum, { user_id: author.id })
      const client = await forum.as(author)
      const same = await change(client, 1, { content: 'Post 1' })
      expect([same.status, 'editedAt' in same.body.data.attributes]).toEqual([200, false])
      forum.clock.advance(60)
      const { status, body } = await change(client, 1, { content: 'Edited *it*' })
      expect(status).toBe(200)
      expect(body.data.attributes).toMatchObject({
        content: 'Edited *it*',
        contentHtml: expect.stringContaining('<em>it</em>'),
        editedAt: '2024-01-01T00:01:00+00:00',
      })
      expect(Object.keys(body.data.relationships ?? {})).toEqual(['editedUser', 'discussion'])
      expect(body.included?.map(({ type }) => type)).toEqual(['users', 'discussions'])
      for (const content of ['', '0', ['x'], {}, 'x\0']) {
        const refused = await change(client, 1, { content })
        expect([content, refused.status, refused.body.errors[0]?.source?.pointer]).toEqual([
          content,
          422,
          '/data/attributes/content',
        ])
      }
      expect((await change(client, 1, { content: null, isHidden: null, number: 7 })).status).toBe(200)
      expect((await change(client, 99, { content: 'x' })).status).toBe(404)
      expect((await change(await forum.as(await makeUser(forum)), 1, { content: 'x' })).status).toBe(403)
      const browser = forum.browser()
      await browser.get('/api')
      expect((await change(browser, 1, { content: 'x' })).status).toBe(403)
      expect((await client.get('/api/posts/1')).body.data.attributes.content).toBe('Edited *it*')
    })

    test('event posts ignore content and hiding', async () => {
      const forum = await open()
      const { id } = await makeDiscussion(forum)
      const event = await makePost(forum, id, { type: 'discussionRenamed', content: '["a","b"]', user_id: 1 })
      const stranger = await forum.as(await makeUser(forum))
      for (const client of [await forum.as(1), stranger]) {
        for (const attributes of [{ content: 'x' }, { content: '' }, { content: [] }, { isHidden: true }]) {
          const { status, body } = await change(client, event.id, attributes)
          expect([attributes, status, body.data?.attributes.content]).toEqual([attributes, 200, ['a', 'b']])
          expect('isHidden' in body.data.attributes).toBe(false)
        }
      }
    })

    test('B134 B136 B137 B139 B140 B142 B397 the windows of authors', async () => {
      const forum = await open()
      const author = await makeUser(forum)
      await makeDiscussion(forum, {
        posts: [
          { user_id: author.id },
          { user_id: author.id },
          { type: 'discussionRenamed', content: '[]', user_id: 1 },
        ],
      })
      const may = async () => {
        const client = await forum.as(author)
        const found = [
          (await client.get('/api/posts/1')).body.data,
          (await client.get('/api/posts/2')).body.data,
        ]
        return found.map(({ attributes }) => [attributes.canEdit, attributes.canHide])
      }
      const [yes, no] = [
        [true, true],
        [false, false],
      ]
      expect(await may()).toEqual([no, yes])
      forum.clock.set('2030-01-01T00:00:00Z')
      expect(await may()).toEqual([no, yes])
      await setSettings(forum, { allow_post_editing: '-1', allow_hide_own_posts: '-1' })
      expect(await may()).toEqual([yes, yes])
      await setSettings(forum, { allow_post_editing: '10', allow_hide_own_posts: '10' })
      expect(await may()).toEqual([no, no])
      forum.clock.set('2024-01-01T00:09:59Z')
      expect(await may()).toEqual([yes, yes])
      await setSettings(forum, { allow_post_editing: '-1', allow_hide_own_posts: '0' })
      expect(await may()).toEqual([
        [true, false],
        [true, false],
      ])
      await setSettings(forum, { allow_hide_own_posts: '-1' })
      const client = await forum.as(author)
      expect((await change(client, 2, { isHidden: true })).status).toBe(200)
      expect(await may()).toEqual([yes, yes])
      expect((await change(client, 2, { isHidden: false })).status).toBe(200)
      expect((await change(await forum.as(1), 2, { isHidden: true })).status).toBe(200)
      expect(await may()).toEqual([yes, no])
      expect((await change(client, 2, { isHidden: false })).status).toBe(403)
      await setSettings(forum, { allow_post_editing: 'reply', allow_hide_own_posts: 'reply' })
      expect(await may()).toEqual([yes, no])
      await grant(forum, 'discussion.reply', [])
      expect(await may()).toEqual([no, no])
    })
  })

  describe('deleting', () => {
    test('B409 B410 D22 numbers are never handed out again; an empty discussion goes', async () => {
      const forum = await open()
      const { id } = await makeDiscussion(forum, { posts: [{}, {}, {}] })
      const [admin, moderator] = [await forum.as(1), await forum.as(await makeUser(forum, { groupIds: [4] }))]
      expect((await moderator.delete('/api/posts/3')).status).toBe(403)
      expect((await admin.delete('/api/posts/3')).status).toBe(204)
      expect((await admin.delete('/api/posts/3')).status).toBe(404)
      expect((await reply(admin, id)).body.data.attributes.number).toBe(4)
      expect((await admin.delete('/api/posts/1')).status).toBe(204)
      const shown = await admin.get(`/api/discussions/${id}?include=firstPost,lastPost`)
      expect(Object.keys(shown.body.data.relationships ?? {})).toEqual(['lastPost'])
      await admin.delete('/api/posts/4')
      expect((await reply(admin, id)).body.data.attributes.number).toBe(5)
      await admin.delete('/api/posts/5')
      await admin.delete('/api/posts/2')
      expect((await admin.get(`/api/discussions/${id}`)).status).toBe(404)
    })

    test.each([
      ['B127', [6], 5, 3],
      ['B128', [5, 6], 4, 3],
      ['B130', [4, 5, 6], 3, 3],
      ['B131 B133', [3, 4, 5, 6], 2, 2],
      ['B133', [6, 5, 4, 3], 2, 2],
      ['an earlier one', [2], 6, 3],
    ])('%s read states after the posts %j are deleted', async (_line, deleted, first, second) => {
      const forum = await open()
      const [one, two] = [await makeUser(forum), await makeUser(forum)]
      const { id } = await makeDiscussion(forum, { posts: [{}, {}, {}, {}, {}, {}] })
      const path = `/api/discussions/${id}`
      const read = (lastReadPostNumber: number) => ({ data: { attributes: { lastReadPostNumber } } })
      const readers = [await forum.as(one), await forum.as(two)]
      await readers[0]?.patch(path, read(6))
      await readers[1]?.patch(path, read(3))
      const admin = await forum.as(1)
      for (const post of deleted) await admin.delete(`/api/posts/${post}`)
      const states = []
      for (const reader of readers)
        states.push((await reader.get(path)).body.data.attributes.lastReadPostNumber)
      expect(states).toEqual([first, second])
    })
  })
})
