import {
  eachTestForum,
  grant,
  idsOf,
  makeDiscussion,
  makePost,
  makeUser,
  startDiscussion,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { members, moderators } from '../../points/context/actor.ts'

const at = '2024-01-01T00:00:00.000Z'

eachTestForum((open) => {
  test('B119 B121 B122 B124 B125 filters', async () => {
    const forum = await open()
    const normal = await makeUser(forum, { username: 'normal' })
    await makeDiscussion(forum, { id: 1, posts: [{ user_id: 1 }, { user_id: normal.id }] })
    await makeDiscussion(forum, { id: 2, posts: [{ user_id: normal.id }, { user_id: null }] })
    await makePost(forum, 1, { type: 'discussionRenamed', content: '["a","b"]', user_id: 1 })
    const admin = await forum.as(1)
    const found = async (query: string) => idsOf(await admin.get(`/api/posts?${query}`))
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
      await found('filter[author]=admin&filter[type]=comment&page[offset]=0&page[limit]=20&sort=-createdAt'),
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
      expect({ query, status, pointer: body.errors?.[0]?.source?.pointer }).toEqual({
        query,
        status: 422,
        pointer: '/data/attributes/message',
      })
    }
    expect(await found('filter[discussion]=999999999999999')).toEqual([])
    expect(await found('filter[discussion]=-1')).toEqual([])
  })

  test.each([
    ['B116 a comment is HTML', 'valid', '<p>valid</p>'],
    [
      'B320 unknown tags are text',
      '[B]something[/B] **bold**',
      '<p>[B]something[/B] <strong>bold</strong></p>',
    ],
  ])('%s', async (_name, content, html) => {
    const forum = await open()
    const { body } = await startDiscussion(await forum.as(1), { title: 'Hello', content })
    const [{ id } = { id: '' }] = body.included?.filter(({ type }) => type === 'posts') ?? []
    const { attributes } = (await forum.guest().get(`/api/posts/${id}`)).body.data
    expect(String(attributes.contentHtml).trim()).toBe(html)
  })

  test('B118 without viewForum an actor sees no posts', async () => {
    const forum = await open()
    await grant(forum, 'viewForum', [members])
    await makeDiscussion(forum)
    const { status, body } = await forum.guest().get('/api/posts')
    expect({ status, data: body.data }).toEqual({ status: 200, data: [] })
    expect((await (await forum.as(await makeUser(forum))).get('/api/posts')).body.data).toHaveLength(1)
  })

  test('B412 page[near] requires the discussion filter alone', async () => {
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
      expect({ query, status, code: body.errors?.[0]?.code }).toEqual({
        query,
        status: 400,
        code: 'invalid_parameter',
      })
    }
    expect(idsOf(await guest.get('/api/posts?filter[discussion]=1&page[near]=2&sort='))).toEqual([1, 2, 3])
    expect(idsOf(await guest.get('/api/posts?page[near]=1'))).toEqual([1, 2, 3])
    expect(idsOf(await guest.get('/api/posts?page[near]=reply&sort=number'))).toEqual([1, 2, 3])
    expect(idsOf(await guest.get('/api/posts?filter[discussion]=7&page[near]=2'))).toEqual([])
  })

  test('B413 B415 the attributes of a post depend on the actor', async () => {
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
    expect({
      renderFailed: broken?.attributes.renderFailed,
      typeOfHtml: typeof broken?.attributes.contentHtml,
    }).toEqual({ renderFailed: true, typeOfHtml: 'string' })
    expect(Object.keys(broken?.relationships ?? {})).toEqual(['discussion'])
    const moderator = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
    const seen = (await moderator.get('/api/posts/1')).body.data.attributes
    expect({
      ipAddress: seen.ipAddress,
      content: seen.content,
      canEdit: seen.canEdit,
      canHide: seen.canHide,
      canDelete: seen.canDelete,
    }).toEqual({ ipAddress: '1.2.3.4', content: 'Post 1', canEdit: true, canHide: true, canDelete: false })
    expect('ipAddress' in (await moderator.get('/api/posts/2')).body.data.attributes).toBe(false)
  })

  test('only their author and moderators see hidden posts', async () => {
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
      expect(idsOf(await client.get('/api/posts'))).toEqual(expected ? [1, 2] : [1])
      expect(idsOf(await client.get('/api/posts?filter[id]=2'))).toEqual(expected ? [2] : [])
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
