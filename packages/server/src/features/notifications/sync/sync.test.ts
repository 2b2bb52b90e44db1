import {
  changeDiscussion,
  notificationCounts as counts,
  createTestForum,
  deleteNotifications,
  idsOf,
  makeDiscussion,
  makePost,
  makeUser,
  notificationsExtension,
  notify,
  onBothDatabases,
  restoreNotifications,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'

const rows = async ({ current }: TestForum) =>
  (
    await current.database.read
      .selectFrom('notifications')
      .select(['user_id', 'is_deleted', 'read_at'])
      .orderBy('id')
      .execute()
  ).map(({ user_id, is_deleted, read_at }) => ({ user_id, is_deleted, isRead: read_at !== null }))

onBothDatabases((open) => {
  test('a notification is stored once per recipient; it is deleted for former recipients and may be restored', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const [a, b] = [await makeUser(forum), await makeUser(forum)]
    const discussion = await makeDiscussion(forum)
    const of = (data: unknown, fromUserId: number | null = 1) => ({
      type: 'discussionNoticed',
      fromUserId,
      subject: discussion,
      data,
    })
    const [asA, asB] = [await forum.as(a), await forum.as(b)]
    const seen = async () => ({ a: await counts(asA), b: await counts(asB) })
    await notify(forum, of({ n: 1, m: [2, { y: 1, x: null }] }), [a.id, b.id, b.id, 999])
    await notify(forum, of({ m: [2, { x: null, y: 1 }], n: 1 }), [b.id, a.id])
    expect(await rows(forum)).toEqual([
      { user_id: a.id, is_deleted: false, isRead: false },
      { user_id: b.id, is_deleted: false, isRead: false },
    ])
    expect(await seen()).toEqual({ a: { unread: 1, new: 1 }, b: { unread: 1, new: 1 } })
    await notify(forum, of({ m: [2, { x: null, y: 1 }], n: 1 }), [b.id])
    expect(await seen()).toEqual({ a: { unread: 0, new: 0 }, b: { unread: 1, new: 1 } })
    expect(idsOf(await asA.get('/api/notifications'))).toEqual([])
    await asB.patch('/api/notifications/2')
    await notify(forum, of({ n: 1, m: [2, { y: 1, x: null }] }), [a.id, b.id])
    expect(await rows(forum)).toEqual([
      { user_id: a.id, is_deleted: false, isRead: false },
      { user_id: b.id, is_deleted: false, isRead: true },
    ])
    expect(await seen()).toEqual({ a: { unread: 1, new: 0 }, b: { unread: 0, new: 0 } })
    // Another sender, other data or another subject makes another notification.
    await notify(forum, of({ n: 1, m: [2, { y: 1, x: null }] }, null), [a.id])
    await notify(forum, of({ n: 2 }), [a.id])
    await notify(forum, of(undefined), [a.id])
    await notify(forum, { ...of({ n: 2 }), subject: await makeDiscussion(forum) }, [a.id])
    expect(await counts(asA)).toEqual({ unread: 5, new: 4 })
  })

  test('a notification is deleted for all of its recipients, and restored', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const users = await Promise.all([makeUser(forum), makeUser(forum), makeUser(forum)])
    const discussion = await makeDiscussion(forum)
    const one = { type: 'discussionNoticed', fromUserId: null, subject: discussion, data: { n: 1 } }
    const two = { ...one, data: { n: 2 } }
    const ids = users.map(({ id }) => id)
    await notify(forum, one, ids)
    await notify(forum, two, ids.slice(0, 1))
    const clients = await Promise.all(users.map((user) => forum.as(user)))
    const seen = async () =>
      Promise.all(
        clients.map(async (client) => ({
          unread: (await counts(client)).unread,
          contents: (await client.get('/api/notifications')).body.data.map(
            ({ attributes }) => attributes.content,
          ),
        })),
      )
    expect(await seen()).toEqual([
      { unread: 2, contents: [{ n: 2 }] },
      { unread: 1, contents: [{ n: 1 }] },
      { unread: 1, contents: [{ n: 1 }] },
    ])
    await deleteNotifications(forum, two)
    expect(await seen()).toEqual([
      { unread: 1, contents: [{ n: 1 }] },
      { unread: 1, contents: [{ n: 1 }] },
      { unread: 1, contents: [{ n: 1 }] },
    ])
    await deleteNotifications(forum, one)
    await deleteNotifications(forum, one)
    expect(await seen()).toEqual(Array(3).fill({ unread: 0, contents: [] }))
    await restoreNotifications(forum, two)
    await restoreNotifications(forum, one)
    expect(await seen()).toEqual([
      { unread: 2, contents: [{ n: 2 }] },
      { unread: 1, contents: [{ n: 1 }] },
      { unread: 1, contents: [{ n: 1 }] },
    ])
  })

  test('renaming again and back leaves one notification, then none (api-core 4.8)', async () => {
    const forum = await open()
    const author = await makeUser(forum)
    const discussion = await makeDiscussion(forum, { user_id: author.id, title: 'Tea' })
    const [admin, client] = [await forum.as(1), await forum.as(author)]
    const rename = async (title: string) => {
      expect((await changeDiscussion(admin, discussion.id, { title })).status).toBe(200)
      const { data } = (await client.get('/api/notifications')).body
      return {
        unread: (await counts(client)).unread,
        contents: data.map(({ attributes }) => attributes.content),
      }
    }
    expect(await rename('Coffee')).toEqual({ unread: 1, contents: [{ postNumber: 2 }] })
    expect(await rename('Water')).toEqual({ unread: 1, contents: [{ postNumber: 2 }] })
    expect(await rename('Water')).toEqual({ unread: 1, contents: [{ postNumber: 2 }] })
    expect(await rename('Tea')).toEqual({ unread: 0, contents: [] })
    expect(await rows(forum)).toEqual([{ user_id: author.id, is_deleted: true, isRead: false }])
    expect(await rename('Milk')).toEqual({ unread: 1, contents: [{ postNumber: 3 }] })
    // Users are not notified of their own changes.
    await changeDiscussion(client, discussion.id, { title: 'My own title' })
    expect(await counts(client)).toEqual({ unread: 1, new: 0 })
  })

  test('deleted subjects remove notifications, deleted senders do not', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const [reader, sender, target] = await Promise.all([makeUser(forum), makeUser(forum), makeUser(forum)])
    const [first, second] = [await makeDiscussion(forum), await makeDiscussion(forum)]
    const discussions = [first, second]
    const posts = [await makePost(forum, first.id, { user_id: 1 }), await makePost(forum, second.id)]
    for (const subject of discussions)
      await notify(forum, { type: 'discussionNoticed', fromUserId: sender.id, subject }, [reader.id])
    for (const subject of posts)
      await notify(forum, { type: 'postNoticed', fromUserId: null, subject }, [reader.id, target.id])
    await notify(forum, { type: 'userNoticed', fromUserId: 1, subject: target }, [reader.id])
    const [client, admin] = [await forum.as(reader), await forum.as(1)]
    const seen = async () => {
      const { data } = (await client.get('/api/notifications')).body
      expect((await counts(client)).unread).toBe(data.length)
      return data.map(({ relationships: of }) => `${of?.subject?.data.type} ${of?.fromUser?.data.id ?? '-'}`)
    }
    expect(await seen()).toEqual([
      'users 1',
      'posts -',
      'posts -',
      `discussions ${sender.id}`,
      `discussions ${sender.id}`,
    ])
    await admin.delete(`/api/posts/${posts[0]?.id}`)
    expect(await seen()).toHaveLength(4)
    await admin.delete(`/api/discussions/${second.id}`)
    expect(await seen()).toEqual(['users 1', `discussions ${sender.id}`])
    expect((await admin.delete(`/api/users/${sender.id}`)).status).toBe(204)
    expect(await seen()).toEqual(['users 1', 'discussions -'])
    await admin.delete(`/api/users/${target.id}`)
    expect(await seen()).toEqual(['discussions -'])
    // Without its sender it is still the same notification.
    await forum.settled()
    await deleteNotifications(forum, { type: 'discussionNoticed', fromUserId: null, subject: first })
    expect(await seen()).toEqual([])
    await admin.delete(`/api/users/${reader.id}`)
    await forum.settled()
    expect(await rows(forum)).toEqual([])
  })

  test('a thousand recipients take as many statements as two', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const { database } = forum.current
    const ids = await database.transaction(async (db) => {
      const users = Array.from({ length: 1000 }, (_, n) => ({
        username: `many${n}`,
        email: `many${n}@machine.local`,
        password: '',
        is_email_confirmed: true,
      }))
      const stored = await db.insertInto('users').values(users).returning('id').execute()
      return stored.map(({ id }) => id)
    })
    const discussion = await makeDiscussion(forum)
    const countQueries = async (users: readonly number[], n: number) => {
      const before = database.queries
      const one = { type: 'discussionNoticed', fromUserId: 1, subject: discussion, data: { n } }
      await notify(forum, one, users)
      const sent = database.queries
      await notify(forum, one, [])
      return { sending: sent - before, deleting: database.queries - sent }
    }
    const few = await countQueries(ids.slice(0, 2), 1)
    expect(await countQueries(ids, 2)).toEqual(few)
    expect(Math.max(few.sending, few.deleting)).toBeLessThanOrEqual(14)
    await notify(
      forum,
      { type: 'discussionNoticed', fromUserId: 1, subject: discussion, data: { n: 3 } },
      ids,
    )
    expect(await counts(await forum.as(ids.at(-1) ?? 0))).toEqual({ unread: 1, new: 1 })
  })

  test('concurrent notifications are stored once, and every count is exact', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const users = await Promise.all(Array.from({ length: 6 }, () => makeUser(forum)))
    const discussions = await Promise.all(Array.from({ length: 4 }, () => makeDiscussion(forum)))
    const ids = users.map(({ id }) => id)
    const clients = await Promise.all(users.map((user) => forum.as(user)))
    for (const client of clients) await counts(client)
    await Promise.all([
      ...discussions.flatMap((subject, n) => [
        notify(forum, { type: 'discussionNoticed', fromUserId: 1, subject, data: { n } }, ids),
        notify(forum, { type: 'discussionNoticed', fromUserId: 1, subject, data: { n } }, [...ids].reverse()),
        notify(forum, { type: 'discussionNoticed', fromUserId: 1, subject, data: { n: 9 } }, ids.slice(n)),
      ]),
      ...clients.map((client) => client.get('/api/notifications')),
      ...clients.map((client) => client.post('/api/notifications/read')),
    ])
    for (const [place, client] of clients.entries()) {
      const own = await forum.current.database.read
        .selectFrom('notifications')
        .select(['read_at', 'same_key', 'subject_id'])
        .where('user_id', '=', ids[place] ?? 0)
        .execute()
      const unread = own.filter(({ read_at }) => read_at === null).length
      expect({
        unread: (await counts(client)).unread,
        distinct: new Set(own.map(({ same_key }) => same_key)).size,
      }).toEqual({ unread, distinct: own.length })
      expect(own.length).toBe(4 + Math.min(4, place + 1))
    }
  })
})

test('undeclared types cannot be sent, and deleted subjects notify no user', async () => {
  const forum = await createTestForum({ extensions: [notificationsExtension] })
  await expect(
    notify(forum, { type: 'nonsense', fromUserId: null, subject: { id: 1 } }, [1]),
  ).rejects.toThrow("Notification 'nonsense' is not declared")
  await notify(forum, { type: 'postNoticed', fromUserId: null, subject: { id: 77 } }, [1])
  expect(await rows(forum)).toEqual([])
})
