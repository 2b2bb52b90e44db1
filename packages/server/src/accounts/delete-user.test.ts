import {
  admin,
  eachTestForum,
  grant,
  makeDiscussion,
  makePost,
  makeUser,
  replyTo,
  type TestForum,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { coreCounters } from '../counters/core-counters.ts'
import { recount } from '../counters/recount.ts'

const exists = async (forum: TestForum, id: number) =>
  (await (await forum.as(admin)).get(`/api/users/${id}`)).status === 200

const wrongCounters = (forum: TestForum) => recount(forum.current.database, coreCounters, { repair: false })

eachTestForum((open) => {
  test('B256 B383 the account goes, what it wrote stays without an author', async () => {
    const forum = await open()
    await forum.current.files.write('avatars/face.png', Buffer.from('x'))
    const user = await makeUser(forum, { groupIds: [4], avatar_url: 'face.png' })
    const own = await makeDiscussion(forum, { user_id: user.id, posts: [{}, { user_id: admin.id }] })
    const other = await makeDiscussion(forum, {
      user_id: admin.id,
      posts: [{}, { user_id: user.id }, { user_id: user.id }],
    })
    const client = await forum.as(admin)
    expect((await client.delete(`/api/users/${user.id}`)).status).toBe(204)
    expect(await exists(forum, user.id)).toBe(false)
    expect(await forum.current.files.list('avatars')).toEqual([])
    const shown = await client.get(`/api/discussions/${own.id}`)
    expect(shown.status).toBe(200)
    expect(shown.body.data.relationships?.user).toBeUndefined()
    expect(shown.body.data.attributes.participantCount).toBe(1)
    const posts = await client.get(`/api/posts?filter[discussion]=${other.id}`)
    expect(posts.body.data.map(({ relationships }) => relationships?.user?.data.id)).toEqual([
      '1',
      undefined,
      undefined,
    ])
    const list = await client.get('/api/discussions?include=user,lastPostedUser')
    expect(list.body.data.map(({ relationships }) => Object.keys(relationships ?? {}))).toEqual(
      expect.arrayContaining([['lastPostedUser'], ['user']]),
    )
    expect(await wrongCounters(forum)).toEqual([])
  })

  test('B257 B259 B260 takes the permission, on oneself too', async () => {
    const forum = await open()
    const [user, other] = [await makeUser(forum), await makeUser(forum)]
    const client = await forum.as(user)
    expect((await client.delete(`/api/users/${user.id}`)).status).toBe(403)
    expect((await client.delete(`/api/users/${other.id}`)).status).toBe(403)
    expect((await client.delete('/api/users/777')).status).toBe(404)
    expect(await exists(forum, user.id)).toBe(true)
    await grant(forum, 'user.delete', [3])
    expect((await client.delete(`/api/users/${user.id}`)).status).toBe(204)
    expect((await client.get('/api')).body.data.relationships?.actor).toBeUndefined()
  })

  test('B382 nobody deletes the first account', async () => {
    const forum = await open()
    const client = await forum.as(await makeUser(forum, { groupIds: [1] }))
    const { status, body } = await client.delete('/api/users/1')
    expect([status, body.errors[0]?.code]).toEqual([403, 'permission_denied'])
    expect(await exists(forum, 1)).toBe(true)
  })

  test('counters are exact however much was written, and every trace of the author is gone', async () => {
    const forum = await open()
    const user = await makeUser(forum)
    const comments = Array.from({ length: 1100 }, (_, index) => ({
      user_id: index % 3 === 0 ? admin.id : user.id,
      edited_user_id: user.id,
      hidden_user_id: user.id,
      ...(index % 7 === 0 && { hidden_at: '2024-01-01T00:00:00.000Z' }),
    }))
    await makeDiscussion(forum, { user_id: user.id, posts: comments, hidden_user_id: user.id })
    for (let number = 0; number < 5; number++) {
      await makeDiscussion(forum, {
        user_id: user.id,
        posts: [{}, { user_id: admin.id, type: 'discussionRenamed' }],
      })
    }
    await forum.current.database.transaction((db) =>
      db
        .insertInto('discussion_user')
        .values({ user_id: user.id, discussion_id: 1, last_read_at: null, last_read_post_number: 3 })
        .execute(),
    )
    expect((await (await forum.as(admin)).delete(`/api/users/${user.id}`)).status).toBe(204)
    expect(await wrongCounters(forum)).toEqual([])
    await forum.settled()
    expect(await wrongCounters(forum)).toEqual([])
    const { read } = forum.current.database
    const left = await Promise.all([
      read.selectFrom('posts').select('id').where('user_id', '=', user.id).execute(),
      read.selectFrom('posts').select('id').where('edited_user_id', '=', user.id).execute(),
      read.selectFrom('posts').select('id').where('hidden_user_id', '=', user.id).execute(),
      read.selectFrom('discussions').select('id').where('last_posted_user_id', '=', user.id).execute(),
      read.selectFrom('discussion_user').select('user_id').where('user_id', '=', user.id).execute(),
      read.selectFrom('users').select('id').where('id', '=', user.id).execute(),
    ])
    expect(left).toEqual([[], [], [], [], [], []])
  })

  describe('at the same moment', () => {
    test('replies, deletions of posts and of the account leave exact counters and no failure', async () => {
      const forum = await open()
      await grant(forum, 'postWithoutThrottle', [3])
      const user = await makeUser(forum)
      const discussions = await Promise.all(
        [1, 2, 3].map(() => makeDiscussion(forum, { user_id: admin.id, posts: [{}, { user_id: user.id }] })),
      )
      const posts = await Promise.all(discussions.map(({ id }) => makePost(forum, id, { user_id: user.id })))
      const [asUser, asAdmin] = [await forum.as(user), await forum.as(admin)]
      const answers = await Promise.all([
        ...discussions.map(({ id }) => replyTo(asUser, id)),
        ...discussions.map(({ id }) => replyTo(asAdmin, id)),
        ...posts.map(({ id }) => asAdmin.delete(`/api/posts/${id}`)),
        asAdmin.delete(`/api/users/${user.id}`),
        ...discussions.map(({ id }) => replyTo(asUser, id, { content: 'And more' })),
      ])
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      expect(await exists(forum, user.id)).toBe(false)
      expect(await wrongCounters(forum)).toEqual([])
    })

    test('two deletions delete once', async () => {
      const forum = await open()
      const user = await makeUser(forum)
      await makeDiscussion(forum, { user_id: user.id })
      const client = await forum.as(admin)
      const answers = await Promise.all([1, 2].map(() => client.delete(`/api/users/${user.id}`)))
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
      expect(await wrongCounters(forum)).toEqual([])
    })
  })
})
