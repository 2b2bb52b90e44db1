import {
  idsOf,
  makeDiscussion,
  makePost,
  makeUser,
  notificationCounts,
  notificationsExtension,
  notify,
  onBothDatabases,
} from '@parley/testing'
import { expect, test } from 'vitest'

onBothDatabases((open) => {
  test('types of a disabled extension are neither listed nor counted, and are back with it', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const member = await makeUser(forum)
    const discussion = await makeDiscussion(forum)
    await notify(forum, { type: 'discussionNoticed', fromUserId: 1, subject: discussion }, [member.id])
    const renamed = { type: 'discussionRenamed', fromUserId: 1, subject: discussion, data: { postNumber: 2 } }
    await notify(forum, renamed, [member.id])
    const state = async () => {
      const client = await forum.as(member)
      return { ...(await notificationCounts(client)), ids: idsOf(await client.get('/api/notifications')) }
    }
    expect(await state()).toEqual({ unread: 2, new: 2, ids: [2, 1] })
    await forum.setEnabled([])
    expect(await state()).toEqual({ unread: 1, new: 0, ids: [2] })
    await forum.setEnabled(['noticing'])
    expect(await state()).toEqual({ unread: 2, new: 0, ids: [2, 1] })
  })

  test('no answer contains an invisible subject, whatever the request', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const member = await makeUser(forum)
    const discussion = await makeDiscussion(forum, { user_id: 1, title: 'Secret plans' })
    const post = await makePost(forum, discussion.id, { user_id: 1, content: 'Secret words' })
    await notify(forum, { type: 'postNoticed', fromUserId: 1, subject: post }, [member.id])
    const client = await forum.as(member)
    expect((await client.get('/api/notifications')).text).toContain('Secret words')
    // Changed in the database directly, so that nothing marks the notification as stale.
    await forum.current.database.transaction((db) =>
      db.updateTable('discussions').set({ is_private: true }).where('id', '=', discussion.id).execute(),
    )
    for (const path of [
      '/api/notifications',
      '/api/notifications?include=subject,subject.discussion,fromUser',
      '/api/notifications?filter[id]=1',
      '/api/notifications?page[after]=',
    ]) {
      expect({ path, text: (await client.get(path)).text }).toEqual({
        path,
        text: expect.not.stringContaining('Secret'),
      })
    }
    expect((await client.patch('/api/notifications/1')).text).not.toContain('Secret')
  })

  test('invalid requests are refused or have no effect', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const member = await makeUser(forum)
    await notify(forum, { type: 'userNoticed', fromUserId: 1, subject: member }, [member.id])
    const client = await forum.as(member)
    for (const [path, status] of [
      ['/api/notifications?filter[id][]=1', 200],
      ['/api/notifications?filter[id]=__proto__', 422],
      ['/api/notifications?filter[__proto__]=1', 200],
      ['/api/notifications?filter[constructor]=1&sort[]=x', 200],
      ['/api/notifications?filter[id]=99999999999999999999', 422],
      ['/api/notifications?page[offset]=999999999999999', 200],
      ['/api/notifications?page[number]=99999999999', 200],
      ['/api/notifications?include=subject.user', 400],
      ['/api/notifications?include[]=subject', 400],
      ['/api/notifications/1', 405],
    ] as const) {
      expect({ path, status: (await client.get(path)).status }).toEqual({ path, status })
    }
    for (const body of ['[1]', '5', '{', '"x"']) {
      const sent = { method: 'PATCH', body, headers: { 'content-type': 'application/json' } }
      expect({ body, status: (await client.send('/api/notifications/1', sent)).status }).toEqual({
        body,
        status: 400,
      })
    }
    expect(await notificationCounts(client)).toEqual({ unread: 1, new: 0 })
    expect((await client.patch('/api/notifications/1?include=subject')).status).toBe(400)
    expect((await client.patch('/api/notifications/1', { data: { attributes: [1] } })).status).toBe(200)
    expect((await client.delete('/api/notifications/1')).status).toBe(405)
    expect((await client.post('/api/notifications')).status).toBe(405)
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  })
})
