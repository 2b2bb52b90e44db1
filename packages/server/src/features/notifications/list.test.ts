import {
  type ApiClient,
  changeDiscussion,
  notificationCounts as counts,
  deleteNotifications,
  grant,
  idsOf,
  makeDiscussion,
  makePost,
  makeUser,
  notificationsExtension,
  notify,
  onBothDatabases,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { members, moderators } from '../../points/context/actor.ts'

onBothDatabases((open) => {
  test('B175 a member has a list of notifications, empty at first, guests have none', async () => {
    const forum = await open()
    const member = await forum.as(await makeUser(forum))
    const { status, body } = await member.get('/api/notifications')
    expect({ status, body }).toEqual({
      status: 200,
      body: { links: { first: 'http://localhost/api/notifications' }, data: [] },
    })
    const seen = await forum.current.database.read
      .selectFrom('users')
      .select('read_notifications_at')
      .orderBy('id')
      .execute()
    expect(seen.map(({ read_notifications_at: at }) => at)).toEqual([null, '2024-01-01T00:00:00.000Z'])
    for (const [method, path] of [
      ['GET', '/api/notifications'],
      ['PATCH', '/api/notifications/1'],
      ['POST', '/api/notifications/read'],
      ['DELETE', '/api/notifications'],
    ] as const) {
      const browser = forum.browser()
      await browser.get('/api')
      const answer = await browser.send(path, { method })
      expect({ method, path, status: answer.status, code: answer.body.errors[0]?.code }).toEqual({
        method,
        path,
        status: 401,
        code: 'not_authenticated',
      })
    }
  })

  test('a renamed discussion notifies its author; the list includes sender and subject', async () => {
    const forum = await open()
    const author = await makeUser(forum)
    const discussion = await makeDiscussion(forum, { user_id: author.id })
    await changeDiscussion(await forum.as(1), discussion.id, { title: 'A better title' })
    const client = await forum.as(author)
    expect(await counts(client)).toEqual({ unread: 1, new: 1 })
    const { body } = await client.get('/api/notifications')
    expect(body.data).toEqual([
      {
        type: 'notifications',
        id: '1',
        attributes: {
          contentType: 'discussionRenamed',
          content: { postNumber: 2 },
          createdAt: '2024-01-01T00:00:00+00:00',
          isRead: false,
        },
        relationships: {
          fromUser: { data: { type: 'users', id: '1' } },
          subject: { data: { type: 'discussions', id: String(discussion.id) } },
        },
      },
    ])
    expect(body.included).toEqual([
      {
        type: 'users',
        id: '1',
        attributes: { username: 'admin', displayName: 'admin', avatarUrl: null, slug: 'admin' },
      },
      {
        type: 'discussions',
        id: String(discussion.id),
        attributes: { title: 'A better title', slug: `${discussion.id}-a-better-title` },
      },
    ])
    expect(await counts(client)).toEqual({ unread: 1, new: 0 })
    const { body: bare } = await client.get('/api/notifications?include=subject')
    expect(Object.keys(bare.data[0]?.relationships ?? {})).toEqual(['subject'])
    expect((await client.get('/api/notifications?include=user')).status).toBe(400)
  })

  test('posts are included with their discussion, also among subjects of other types', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const member = await makeUser(forum)
    const discussion = await makeDiscussion(forum, { user_id: member.id })
    const post = await makePost(forum, discussion.id, { user_id: 1 })
    await notify(forum, { type: 'postNoticed', fromUserId: 1, subject: post }, [member.id])
    await notify(forum, { type: 'discussionNoticed', fromUserId: 1, subject: discussion }, [member.id])
    await notify(forum, { type: 'userNoticed', fromUserId: null, subject: member }, [member.id])
    const { body } = await (await forum.as(member)).get('/api/notifications')
    expect(body.data.map(({ relationships }) => relationships?.subject?.data)).toEqual([
      { type: 'users', id: String(member.id) },
      { type: 'discussions', id: String(discussion.id) },
      { type: 'posts', id: String(post.id) },
    ])
    expect(body.data[0]?.relationships?.fromUser).toBeUndefined()
    const included = body.included?.find(({ type }) => type === 'posts')
    expect(included?.relationships?.discussion).toEqual({
      data: { type: 'discussions', id: String(discussion.id) },
    })
    expect(body.included?.map(({ type, id }) => `${type} ${id}`).sort()).toEqual(
      [`discussions ${discussion.id}`, `posts ${post.id}`, `users ${member.id}`, 'users 1'].sort(),
    )
  })

  test('B418 notifications of one type about one subject are listed as one and read together', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const member = await makeUser(forum)
    const [one, two] = [await makeDiscussion(forum), await makeDiscussion(forum)]
    for (const number of [1, 2, 3]) await about(forum, one, member, number)
    await about(forum, two, member, 1)
    await notify(forum, { type: 'discussionRenamed', fromUserId: 1, subject: one, data: { postNumber: 9 } }, [
      member.id,
    ])
    const client = await forum.as(member)
    expect(await counts(client)).toEqual({ unread: 5, new: 5 })
    expect(idsOf(await client.get('/api/notifications'))).toEqual([5, 4, 3])
    const { status, body } = await client.patch('/api/notifications/3', {
      data: 'whatever',
    })
    expect({
      status,
      isRead: body.data.attributes.isRead,
      included: body.included,
      relationships: body.data.relationships,
    }).toEqual({ status: 200, isRead: true, included: undefined, relationships: undefined })
    expect(await counts(client)).toEqual({ unread: 2, new: 0 })
    const { body: list } = await client.get('/api/notifications')
    expect(list.data.map(({ attributes }) => attributes.isRead)).toEqual([false, false, true])
    const left = await forum.current.database.read
      .selectFrom('notifications')
      .select('id')
      .where('read_at', 'is', null)
      .orderBy('id')
      .execute()
    expect(left.map(({ id }) => id)).toEqual([4, 5])
    // Reading an older one of a group reads the group too, and repeating changes nothing.
    expect((await client.patch('/api/notifications/1')).status).toBe(200)
    expect(await counts(client)).toEqual({ unread: 2, new: 0 })
  })

  test('a group that was read before is subtracted from the counts once', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const member = await makeUser(forum)
    const [one, two] = [await makeDiscussion(forum), await makeDiscussion(forum)]
    const client = await forum.as(member)
    await about(forum, one, member, 1)
    await client.patch('/api/notifications/1')
    expect(await counts(client)).toEqual({ unread: 0, new: 0 })
    await about(forum, two, member, 1)
    await about(forum, one, member, 2)
    expect(await counts(client)).toEqual({ unread: 2, new: 2 })
    await client.patch('/api/notifications/3')
    expect(await counts(client)).toEqual({ unread: 1, new: 1 })
  })

  test('B419 types whose alert channel is off are neither listed nor counted, until it is on again', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const member = await makeUser(forum)
    const discussion = await makeDiscussion(forum)
    await about(forum, discussion, member, 1)
    await notify(forum, { type: 'userNoticed', fromUserId: 1, subject: member }, [member.id])
    const client = await forum.as(member)
    const set = async (value: unknown) => {
      const { status, body } = await client.patch(`/api/users/${member.id}`, {
        data: { attributes: { preferences: { notify_discussionNoticed_alert: value } } },
      })
      expect(status).toBe(200)
      return body.data.attributes.unreadNotificationCount
    }
    expect(await counts(client)).toEqual({ unread: 2, new: 2 })
    expect(await set(false)).toBe(1)
    expect(await counts(client)).toEqual({ unread: 1, new: 1 })
    await about(forum, discussion, member, 2)
    expect(await counts(client)).toEqual({ unread: 1, new: 1 })
    expect(idsOf(await client.get('/api/notifications'))).toEqual([2])
    expect(await set(true)).toBe(3)
    // The one that came before the list was fetched is no longer new, whether it was listed or not.
    expect(await counts(client)).toEqual({ unread: 3, new: 0 })
    expect(idsOf(await client.get('/api/notifications'))).toEqual([3, 2])
  })

  test('B421 notifications of other users are 404', async () => {
    const forum = await open()
    const [author, stranger] = [await makeUser(forum), await makeUser(forum)]
    const discussion = await makeDiscussion(forum, { user_id: author.id })
    await changeDiscussion(await forum.as(1), discussion.id, { title: 'A better title' })
    for (const client of [await forum.as(stranger), await forum.as(1)]) {
      for (const id of ['1', '99', 'x', '1x', '-1']) {
        const { status, body } = await client.patch(`/api/notifications/${id}`)
        expect({ id, status, code: body.errors[0]?.code }).toEqual({ id, status: 404, code: 'not_found' })
      }
      expect((await client.post('/api/notifications/read')).status).toBe(204)
      expect((await client.delete('/api/notifications')).status).toBe(204)
    }
    expect(await counts(await forum.as(author))).toEqual({ unread: 1, new: 1 })
  })

  test('B422 a notification is listed and counted while its subject is visible', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    await grant(forum, 'postWithoutThrottle', [members])
    const [member, moderator] = [await makeUser(forum), await makeUser(forum, { groupIds: [moderators] })]
    const discussion = await makeDiscussion(forum, { user_id: 1, posts: [{}] })
    const post = await makePost(forum, discussion.id, { user_id: 1 })
    await about(forum, discussion, [member, moderator], 1)
    await notify(forum, { type: 'postNoticed', fromUserId: 1, subject: post }, [member.id, moderator.id])
    const clients = [await forum.as(member), await forum.as(moderator)] as const
    const seen = async (client: ApiClient) => {
      const { unread } = await counts(client)
      const { data } = (await client.get('/api/notifications')).body
      expect(data.length).toBe(unread)
      return data.map(({ attributes }) => attributes.contentType).sort()
    }
    const expectSeen = async (ofMember: string[], ofModerator = ['discussionNoticed', 'postNoticed']) => {
      expect(await seen(clients[0])).toEqual(ofMember)
      expect(await seen(clients[1])).toEqual(ofModerator)
    }
    const admin = await forum.as(1)
    await expectSeen(['discussionNoticed', 'postNoticed'])
    await admin.patch(`/api/posts/${post.id}`, { data: { attributes: { isHidden: true } } })
    await expectSeen(['discussionNoticed'])
    await admin.patch(`/api/posts/${discussion.first_post_id}`, { data: { attributes: { isHidden: true } } })
    await expectSeen([])
    await admin.patch(`/api/posts/${post.id}`, { data: { attributes: { isHidden: false } } })
    await expectSeen(['discussionNoticed', 'postNoticed'])
    await changeDiscussion(admin, discussion.id, { isHidden: true })
    await expectSeen([])
    await about(forum, discussion, member, 2)
    await expectSeen([])
    await changeDiscussion(admin, discussion.id, { isHidden: false })
    expect(await counts(clients[0])).toEqual({ unread: 3, new: 0 })
    expect(idsOf(await clients[0].get('/api/notifications'))).toHaveLength(2)
  })

  test('a change of groups or permissions changes list and counts', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const member = await makeUser(forum)
    const hidden = await makeDiscussion(forum, { user_id: 1, hidden_at: '2024-01-01T00:00:00.000Z' })
    const shown = await makeDiscussion(forum, { user_id: 1 })
    for (const discussion of [hidden, shown]) await about(forum, discussion, member, 1)
    const client = await forum.as(member)
    const state = async () => ({
      ...(await counts(client)),
      ids: idsOf(await client.get('/api/notifications')),
    })
    expect(await state()).toEqual({ unread: 1, new: 1, ids: [2] })
    await grant(forum, 'discussion.hide', [members])
    expect(await state()).toEqual({ unread: 2, new: 0, ids: [2, 1] })
    await grant(forum, 'discussion.hide', [moderators])
    expect(await state()).toEqual({ unread: 1, new: 0, ids: [2] })
    const { database } = forum.current
    await database.transaction((db) =>
      db.insertInto('group_user').values({ user_id: member.id, group_id: moderators }).execute(),
    )
    expect(await state()).toEqual({ unread: 2, new: 0, ids: [2, 1] })
    await database.transaction((db) => db.deleteFrom('group_user').execute())
    expect(await state()).toEqual({ unread: 1, new: 0, ids: [2] })
    await grant(forum, 'viewForum', [])
    expect(await state()).toEqual({ unread: 0, new: 0, ids: [] })
  })

  test('pages: 20, at most 50, links, cursors, filter[id]; sort is ignored', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const member = await makeUser(forum)
    for (let n = 0; n < 25; n++) await about(forum, await makeDiscussion(forum), member, 1)
    const client = await forum.as(member)
    const first = await client.get('/api/notifications?sort=nonsense')
    expect(idsOf(first)).toEqual(Array.from({ length: 20 }, (_, n) => 25 - n))
    expect(first.body.links?.next).toBe(
      'http://localhost/api/notifications?sort=nonsense&page%5Boffset%5D=20',
    )
    const second = await client.get('/api/notifications?page[offset]=20')
    expect({ ids: idsOf(second), next: second.body.links?.next }).toEqual({
      ids: [5, 4, 3, 2, 1],
      next: undefined,
    })
    expect(idsOf(await client.get('/api/notifications?page[limit]=99'))).toHaveLength(25)
    const begun = await client.get('/api/notifications?page[after]=&page[limit]=10')
    const next = await client.get((begun.body.links?.next ?? '').replace('http://localhost', ''))
    expect(idsOf(next)).toEqual(Array.from({ length: 10 }, (_, n) => 15 - n))
    expect(idsOf(await client.get('/api/notifications?filter[id]=3,7,99'))).toEqual([7, 3])
    expect(
      idsOf(await client.get('/api/notifications?filter[-id]=3,25&filter[nonsense]=1&page[limit]=3')),
    ).toEqual([24, 23, 22])
    for (const bad of ['page[offset]=-1', 'page[limit]=x', 'page[after]=nonsense', 'include=x'])
      expect({ bad, status: (await client.get(`/api/notifications?${bad}`)).status }).toEqual({
        bad,
        status: 400,
      })
    expect((await client.get('/api/notifications?filter[id]=x')).status).toBe(422)
  })

  test('all notifications are marked as read in three statements', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const [member, other] = [await makeUser(forum), await makeUser(forum)]
    for (const user of [member, other]) {
      for (let n = 0; n < 3; n++) await about(forum, await makeDiscussion(forum), user, n)
    }
    const client = await forum.as(member)
    await counts(client)
    await forum.settled()
    const before = forum.current.database.queries
    expect((await client.post('/api/notifications/read')).status).toBe(204)
    // One more query authenticates the request.
    expect(forum.current.database.queries - before).toBeLessThanOrEqual(4)
    expect({ own: await counts(client), others: await counts(await forum.as(other)) }).toEqual({
      own: { unread: 0, new: 0 },
      others: { unread: 3, new: 3 },
    })
    const { body } = await client.get('/api/notifications')
    expect(body.data.map(({ attributes }) => attributes.isRead)).toEqual([true, true, true])
  })

  test('B176 deleting all removes the rows of the own notifications only', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const users = [await makeUser(forum), { id: 1 }]
    const discussion = await makeDiscussion(forum)
    await about(forum, discussion, users, 1)
    const left = async () =>
      (await forum.current.database.read.selectFrom('notifications').select('user_id').execute()).map(
        ({ user_id }) => user_id,
      )
    for (const [place, user] of users.entries()) {
      const client = await forum.as(user)
      expect(await counts(client)).toEqual({ unread: 1, new: 1 })
      expect((await client.delete('/api/notifications')).status).toBe(204)
      expect({ counts: await counts(client), ids: idsOf(await client.get('/api/notifications')) }).toEqual({
        counts: { unread: 0, new: 0 },
        ids: [],
      })
      expect(await left()).toEqual(users.slice(place + 1).map(({ id }) => id))
    }
    await about(forum, discussion, { id: 1 }, 1)
    await deleteNotifications(forum, {
      type: 'discussionNoticed',
      fromUserId: 1,
      subject: discussion,
      data: { n: 2 },
    })
    expect(await counts(await forum.as(1))).toEqual({ unread: 1, new: 1 })
  })
})

/** Sends a notification with the content `{ n }` about a discussion to exactly these users. */
function about(
  forum: TestForum,
  subject: { id: number },
  users: { id: number } | readonly { id: number }[],
  n: number,
): Promise<void> {
  const ids = [users].flat().map(({ id }) => id)
  return notify(forum, { type: 'discussionNoticed', fromUserId: 1, subject, data: { n } }, ids)
}
