import {
  grant,
  idsOf,
  makeDiscussion,
  makePost,
  makeUser,
  onBothDatabases,
  type TestForum,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { members, moderators } from '../../points/context/actor.ts'

/** The fixture of behaviours-core A7: 1 by admin (1975), 2 and 3 by normal (1985, 1995), 4 by admin (2005), hidden. */
async function fixture(forum: TestForum) {
  const normal = await makeUser(forum, { username: 'normal' })
  const at = (year: number) => `${year}-05-21T13:05:00.000Z`
  await makeDiscussion(forum, { id: 1, user_id: 1, created_at: at(1975) })
  await makeDiscussion(forum, { id: 2, user_id: normal.id, created_at: at(1985) })
  await makeDiscussion(forum, { id: 3, user_id: normal.id, created_at: at(1995) })
  await makeDiscussion(forum, { id: 4, user_id: 1, created_at: at(2005), hidden_at: at(2005) })
  return normal
}

onBothDatabases((open) => {
  describe('filters', () => {
    test('B067 B068 B070 B071 B073 author, created', async () => {
      const forum = await open()
      await fixture(forum)
      const guest = forum.guest()
      const found = async (filter: string) =>
        idsOf(await guest.get(`/api/discussions?${filter}&sort=createdAt`))
      expect(await found('')).toEqual([1, 2, 3])
      expect(await found('filter[author]=normal')).toEqual([2, 3])
      expect(await found('filter[author]=NORMAL,admin')).toEqual([1, 2, 3])
      expect(await found('filter[author][]=normal&filter[author][]="admin"')).toEqual([1, 2, 3])
      expect(await found('filter[-author]=normal')).toEqual([1])
      expect(await found('filter[author]=nobody')).toEqual([])
      expect(await found('filter[author]=')).toEqual([])
      expect(await found('filter[created]=1995-05-21')).toEqual([3])
      expect(await found('filter[-created]=1995-05-21')).toEqual([1, 2])
      expect(await found('filter[created]=1980-05-21..2000-05-21')).toEqual([2, 3])
      expect(await found('filter[-created]=1980-05-21..2000-05-21')).toEqual([1])
      expect(await found('filter[created]=1980-05-21..1995-05-21')).toEqual([2])
      expect(await found('filter[author]=normal&filter[created]=1995-05-21')).toEqual([3])
    })

    test('B074 B075 B076 B077 hidden, unread', async () => {
      const forum = await open()
      const normal = await fixture(forum)
      const admin = await forum.as(1)
      const found = async (client: typeof admin, filter: string) =>
        idsOf(await client.get(`/api/discussions?${filter}&sort=createdAt`))
      expect(await found(admin, 'filter[hidden]=')).toEqual([4])
      expect(await found(admin, 'filter[-hidden]=')).toEqual([1, 2, 3])
      await makeDiscussion(forum, {
        id: 5,
        user_id: normal.id,
        created_at: '2006-01-01T00:00:00.000Z',
        posts: [{ hidden_at: '2006-01-01T00:00:00.000Z' }],
      })
      expect(await found(admin, 'filter[hidden]=x')).toEqual([4, 5])
      expect(await found(admin, 'filter[-hidden]=0')).toEqual([1, 2, 3])

      await forum.current.database.transaction((db) =>
        db
          .updateTable('users')
          .set({ marked_all_as_read_at: '1990-01-01T00:00:00.000Z' })
          .where('id', '=', normal.id)
          .execute(),
      )
      const reader = await forum.as(normal)
      const only = 'filter[id]=1,2,3'
      expect(await found(reader, `${only}&filter[unread]=`)).toEqual([3])
      expect(await found(reader, `${only}&filter[-unread]=`)).toEqual([1, 2])
      await reader.patch('/api/discussions/3', { data: { attributes: { lastReadPostNumber: 1 } } })
      expect(await found(reader, `${only}&filter[unread]=`)).toEqual([])
      expect(await found(reader, `${only}&filter[-unread]=1`)).toEqual([1, 2, 3])
      await makePost(forum, 3)
      expect(await found(reader, `${only}&filter[unread]=1`)).toEqual([3])
      expect(await found(forum.guest(), 'filter[unread]=')).toEqual([1, 2, 3])
      expect(await found(forum.guest(), 'filter[-unread]=')).toEqual([1, 2, 3])
    })

    test('a negated author filter keeps discussions whose author was deleted', async () => {
      const forum = await open()
      await fixture(forum)
      await makeDiscussion(forum, { id: 9, user_id: null })
      const { body } = await forum.guest().get('/api/discussions?filter[-author]=normal&sort=createdAt')
      expect(body.data.map(({ id }) => id)).toEqual(['1', '9'])
    })

    test('D20 a created that is no date is 422', async () => {
      const forum = await open()
      const guest = forum.guest()
      for (const value of [
        'yesterday',
        '',
        '2020-02-30',
        '2020-13-01',
        '0000-01-01',
        '2020-01-01..',
        '..2020-01-01',
      ]) {
        const { status, body } = await guest.get(`/api/discussions?filter[created]=${value}`)
        expect({ value, status, pointer: body.errors?.[0]?.source?.pointer }).toEqual({
          value,
          status: 422,
          pointer: '/data/attributes/message',
        })
      }
      for (const value of ['9999-12-31', '0001-01-01', '2020-01-01..9999-12-31']) {
        expect({
          value,
          status: (await guest.get(`/api/discussions?filter[created]=${value}`)).status,
        }).toEqual({ value, status: 200 })
      }
      expect((await guest.get('/api/discussions?filter[created][]=2020-01-01')).status).toBe(422)
    })
  })

  test('B088 mostRelevantPost may be included without a search', async () => {
    const forum = await open()
    await makeDiscussion(forum)
    expect((await forum.guest().get('/api/discussions?include=mostRelevantPost')).status).toBe(200)
  })

  describe('visibility', () => {
    test('B062 B064 B398 only its author and editors see a discussion without visible comments', async () => {
      const forum = await open()
      const [author, editor, other] = [
        await makeUser(forum),
        await makeUser(forum, { groupIds: [moderators] }),
        await makeUser(forum),
      ]
      const { id } = await makeDiscussion(forum, {
        user_id: author.id,
        posts: [{ hidden_at: forum.current.now().toISOString(), hidden_user_id: author.id }],
      })
      for (const [client, expected] of [
        [forum.guest(), 404],
        [await forum.as(other), 404],
        [await forum.as(author), 200],
        [await forum.as(editor), 200],
        [await forum.as(1), 200],
      ] as const) {
        expect((await client.get(`/api/discussions/${id}`)).status).toBe(expected)
        expect(idsOf(await client.get('/api/discussions'))).toEqual(expected === 200 ? [id] : [])
      }
      const { body } = await (await forum.as(author)).get(`/api/discussions/${id}`)
      expect(body.data.relationships?.posts?.data).toHaveLength(1)
    })

    test('only their author and moderators see hidden discussions', async () => {
      const forum = await open()
      const [author, other] = [await makeUser(forum), await makeUser(forum)]
      const { id } = await makeDiscussion(forum, {
        user_id: author.id,
        hidden_at: '2024-01-01T00:00:00.000Z',
        hidden_user_id: 1,
        posts: Array.from({ length: 40 }, () => ({})),
      })
      const seen = await (await forum.as(author)).get(`/api/discussions/${id}`)
      expect(seen.body.data.attributes).toMatchObject({
        isHidden: true,
        hiddenAt: '2024-01-01T00:00:00+00:00',
        canHide: false,
      })
      const stranger = await forum.as(other)
      expect((await stranger.get(`/api/discussions/${id}`)).status).toBe(404)
      for (const path of [
        '/api/posts',
        `/api/posts?filter[discussion]=${id}`,
        `/api/posts?filter[discussion]=${id}&page[near]=500`,
        `/api/posts?filter[discussion]=${id}&page[near]=30`,
        '/api/posts?filter[author]=admin',
        '/api/posts?filter[number]=1',
      ]) {
        const { body } = await stranger.get(path)
        expect({ path, data: body.data, prev: body.links?.prev }).toEqual({ path, data: [], prev: undefined })
      }
      await grant(forum, 'discussion.hide', [members])
      expect((await stranger.get(`/api/discussions/${id}`)).status).toBe(200)
    })

    test('firstPost and lastPost show visible posts only', async () => {
      const forum = await open()
      const other = await makeUser(forum)
      const { id } = await makeDiscussion(forum, { posts: [{}, {}] })
      const hide = { hidden_at: forum.current.now().toISOString(), hidden_user_id: 1 }
      await forum.current.database.transaction((db) =>
        db.updateTable('posts').set(hide).where('number', '=', 1).execute(),
      )
      const path = `/api/discussions/${id}?include=firstPost,lastPost`
      const seen = await (await forum.as(other)).get(path)
      expect(Object.keys(seen.body.data.relationships ?? {})).toEqual(['lastPost'])
      expect(seen.body.included?.map(({ attributes }) => attributes.number)).toEqual([2])
      const all = await (await forum.as(1)).get(path)
      expect(Object.keys(all.body.data.relationships ?? {})).toEqual(['firstPost', 'lastPost'])
    })

    test('B301 without an extension no user sees private discussions and posts', async () => {
      const forum = await open()
      const author = await makeUser(forum)
      const secret = await makeDiscussion(forum, { user_id: author.id, is_private: true })
      const { id } = await makeDiscussion(forum, { user_id: author.id })
      const post = await makePost(forum, id, { user_id: author.id, is_private: true })
      for (const client of [forum.guest(), await forum.as(author), await forum.as(1)]) {
        expect((await client.get(`/api/discussions/${secret.id}`)).status).toBe(404)
        expect((await client.get(`/api/posts/${post.id}`)).status).toBe(404)
        expect(idsOf(await client.get('/api/discussions'))).toEqual([id])
        expect(idsOf(await client.get('/api/posts'))).toHaveLength(1)
      }
    })
  })
})
