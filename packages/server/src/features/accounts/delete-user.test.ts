import {
  admin,
  grant,
  makeDiscussion,
  makeGroup,
  makePost,
  makeUser,
  notificationsExtension,
  notify,
  onBothDatabases,
  replyTo,
  type TestForum,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { administrators, members, moderators } from '../../points/context/actor.ts'
import { createApiKey } from '../access-tokens/api-keys.ts'
import { coreCounters } from '../counters/core-counters.ts'
import { recount } from '../counters/recount.ts'

const exists = async (forum: TestForum, id: number) =>
  (await (await forum.as(admin)).get(`/api/users/${id}`)).status === 200

const wrongCounters = (forum: TestForum) => recount(forum.current.database, coreCounters, { repair: false })

onBothDatabases((open) => {
  test('B256 B383 the account is deleted, its posts stay without an author', async () => {
    const forum = await open()
    await forum.current.files.write('avatars/face.png', Buffer.from('x'))
    const user = await makeUser(forum, { groupIds: [moderators], avatar_url: 'face.png' })
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

  test('B257 B259 B260 requires the permission, also for one’s own account', async () => {
    const forum = await open()
    const [user, other] = [await makeUser(forum), await makeUser(forum)]
    const client = await forum.as(user)
    expect((await client.delete(`/api/users/${user.id}`)).status).toBe(403)
    expect((await client.delete(`/api/users/${other.id}`)).status).toBe(403)
    expect((await client.delete('/api/users/777')).status).toBe(404)
    expect(await exists(forum, user.id)).toBe(true)
    await grant(forum, 'user.delete', [members])
    expect((await client.delete(`/api/users/${user.id}`)).status).toBe(204)
    expect((await client.get('/api')).body.data.relationships?.actor).toBeUndefined()
  })

  test('B382 the first account cannot be deleted', async () => {
    const forum = await open()
    const client = await forum.as(await makeUser(forum, { groupIds: [administrators] }))
    const { status, body } = await client.delete('/api/users/1')
    expect({ status, code: body.errors[0]?.code }).toEqual({ status: 403, code: 'permission_denied' })
    expect(await exists(forum, 1)).toBe(true)
  })

  test('counters are exact for any number of posts, and no row refers to the author', async () => {
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
    const postsBy = (column: 'user_id' | 'edited_user_id' | 'hidden_user_id') =>
      read.selectFrom('posts').select('id').where(column, '=', user.id).execute()
    const remaining = {
      posts: await postsBy('user_id'),
      editedPosts: await postsBy('edited_user_id'),
      hiddenPosts: await postsBy('hidden_user_id'),
      lastPostedDiscussions: await read
        .selectFrom('discussions')
        .select('id')
        .where('last_posted_user_id', '=', user.id)
        .execute(),
      readStates: await read
        .selectFrom('discussion_user')
        .select('user_id')
        .where('user_id', '=', user.id)
        .execute(),
      users: await read.selectFrom('users').select('id').where('id', '=', user.id).execute(),
    }
    expect(remaining).toEqual({
      posts: [],
      editedPosts: [],
      hiddenPosts: [],
      lastPostedDiscussions: [],
      readStates: [],
      users: [],
    })
  })

  test('name and address are free and credentials void at once, before rows are removed', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const account = { username: 'leaving', email: 'leaving@machine.local', password: 'long enough' }
    const signUp = async () => {
      const browser = forum.browser()
      await browser.get('/api')
      return browser.post('/register', account)
    }
    const first = await signUp()
    expect({ first: first.status, second: (await signUp()).status }).toEqual({ first: 201, second: 422 })
    const user = { id: Number(first.body.data.id) }
    const { database, now } = forum.current
    const key = await forum.current.write(forum.asSystem(), (context) =>
      createApiKey(context, { userId: user.id }),
    )
    const [client, asAdmin] = [await forum.as(user), await forum.as(admin)]
    const { id } = await makeDiscussion(forum, {
      user_id: user.id,
      posts: [
        { edited_user_id: user.id },
        { hidden_user_id: user.id, hidden_at: '2024-01-01T00:00:00.000Z' },
      ],
    })
    await notify(forum, { type: 'discussionNoticed', fromUserId: user.id, subject: { id } }, [admin.id])
    const { id: groupId } = await makeGroup(forum)
    await database.transaction((db) =>
      db.insertInto('group_user').values({ user_id: user.id, group_id: groupId }).execute(),
    )
    const logIn = () =>
      forum.guest().post('/api/token', { identification: account.email, password: account.password })
    expect((await logIn()).status).toBe(200)

    expect((await asAdmin.delete(`/api/users/${user.id}`)).status).toBe(204)
    const marked = await database.read
      .selectFrom('users')
      .select('deleted_at')
      .where('id', '=', user.id)
      .execute()
    expect(marked).toEqual([{ deleted_at: now().toISOString() }])
    expect((await logIn()).status).toBe(401)
    expect((await client.get('/api')).body.data.relationships?.actor).toBeUndefined()
    const withKey = await forum.guest().get('/api/users', { authorization: `Token ${key.key}` })
    expect(withKey.status).toBe(403)
    for (const [method, path] of [
      ['get', `/api/users/${user.id}`],
      ['get', '/api/users/leaving?bySlug=1'],
      ['delete', `/api/users/${user.id}`],
      ['delete', `/api/users/${user.id}/avatar`],
    ] as const)
      expect({ path, status: (await asAdmin[method](path)).status }).toEqual({ path, status: 404 })
    expect(
      (await asAdmin.patch(`/api/users/${user.id}`, { data: { attributes: { username: 'again' } } })).status,
    ).toBe(404)
    for (const query of [
      '',
      'filter[q]=deleted',
      'filter[q]=leaving',
      `filter[group]=${groupId}`,
      'sort=username',
    ]) {
      const { data } = (await asAdmin.get(`/api/users?${query}`)).body
      expect({
        query,
        found: data.map((found) => Number(found.id)).filter((found) => found === user.id),
      }).toEqual({ query, found: [] })
    }
    const listed = await asAdmin.get(`/api/discussions?filter[author]=leaving`)
    expect(listed.body.data).toEqual([])
    const shown = await asAdmin.get(
      `/api/discussions/${id}?include=user,lastPostedUser,posts.editedUser,posts.hiddenUser`,
    )
    expect(shown.text).not.toContain('"users"')
    const [notification] = (await asAdmin.get('/api/notifications')).body.data
    expect(notification?.relationships?.fromUser).toBeUndefined()
    expect(await wrongCounters(forum)).toEqual([])

    const again = await signUp()
    expect(again.status).toBe(201)
    expect(again.body.data.id).not.toBe(String(user.id))
    await forum.settled()
    expect((await logIn()).status).toBe(200)
    expect(await wrongCounters(forum)).toEqual([])
    const rows = await database.read
      .selectFrom('users')
      .select('username')
      .where('username', 'like', '%e%')
      .execute()
    expect(rows.map(({ username }) => username)).toEqual(['leaving'])
  })

  describe('at the same moment', () => {
    test('replies, deletions of posts and of the account leave exact counters and no failure', async () => {
      const forum = await open()
      await grant(forum, 'postWithoutThrottle', [members])
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
