import { join } from 'node:path'
import { administrators, members, moderators } from '@parley/server/actor'
import {
  type ApiClient,
  admin,
  changeDiscussion,
  changePost,
  eachTestForum,
  grant,
  makeDiscussion,
  makeUser,
  notificationsExtension,
  notify,
  readExtension,
  replyTo,
  startDiscussion,
  TestClock,
} from '@parley/testing'
import { blackPng } from '@parley/testing/png'
import { describe, expect, test } from 'vitest'
import { changeUser, future, past, storeSuspension } from './stored-suspensions.ts'

const extension = await readExtension(join(import.meta.dirname, '..'))

const suspended = { suspended_until: future }
const formerly = { suspended_until: past }

const png = blackPng(8)

async function upload(client: ApiClient, id: number): Promise<number> {
  const form = new FormData()
  form.set('avatar', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'a.png')
  return (await client.postFiles(`/api/users/${id}/avatar`, form)).status
}

async function remove(client: ApiClient, id: number): Promise<number> {
  return (await client.delete(`/api/users/${id}/avatar`)).status
}

/** What an own document says about rights. */
async function rightsIn(client: ApiClient) {
  const { data } = (await client.get('/api')).body
  return { canStartDiscussion: data.attributes.canStartDiscussion }
}

eachTestForum((open) => {
  const openWith = async (values?: { suspended_until: string }, groupIds: readonly number[] = []) => {
    const forum = await open({ extensions: [extension] })
    const user = await makeUser(forum, { groupIds })
    if (values) await storeSuspension(forum, user.id, values)
    return { forum, user, client: await forum.as(user) }
  }

  test('suspend-6 a suspended user cannot start a discussion', async () => {
    const { client } = await openWith(suspended)
    const { status, body } = await startDiscussion(client, { title: 'Hello', content: 'x' })
    expect({ status, errors: body.errors }).toEqual({
      status: 403,
      errors: [{ status: '403', code: 'permission_denied' }],
    })
  })

  test('every right of members and moderators is gone, what everyone may do stays', async () => {
    const { forum, user, client } = await openWith(undefined, [moderators])
    const discussion = await makeDiscussion(forum, { user_id: user.id, posts: [{ user_id: user.id }] })
    const hidden = await makeDiscussion(forum, { hidden_at: past, user_id: admin.id })
    const statuses = async () => ({
      read: (await client.get(`/api/discussions/${discussion.id}`)).status,
      readHidden: (await client.get(`/api/discussions/${hidden.id}`)).status,
      reply: (await replyTo(client, discussion.id)).status,
      rename: (await changeDiscussion(client, discussion.id, { title: 'Other' })).status,
      edit: (await changePost(client, String(discussion.last_post_id), { content: 'y' })).status,
      search: (await client.get('/api/users?filter[q]=admin')).status,
    })
    await storeSuspension(forum, user.id, suspended)
    // Two posts need ten seconds between them.
    forum.clock.advance(60)
    expect(await statuses()).toEqual({
      ...{ read: 200, readHidden: 404, reply: 403, rename: 403, edit: 403, search: 403 },
    })
    await storeSuspension(forum, user.id, formerly)
    forum.clock.advance(60)
    expect(await statuses()).toEqual({
      ...{ read: 200, readHidden: 200, reply: 201, rename: 200, edit: 200, search: 200 },
    })
  })

  test('logging in, notifications, preferences, email and password stay possible', async () => {
    const forum = await open({ extensions: [extension, notificationsExtension] })
    const made = { username: 'anna', email: 'anna@machine.local', password: 'long enough' }
    const created = await (await forum.as(admin.id)).post('/api/admin/users', {
      ...made,
      isEmailConfirmed: true,
    })
    const id = Number(created.body.data.id)
    await storeSuspension(forum, id, suspended)
    const logIn = { identification: 'anna', password: made.password }
    expect((await forum.guest().post('/api/token', logIn)).status).toBe(200)
    const browser = forum.browser()
    await browser.get('/api')
    expect((await browser.post('/login', logIn)).status).toBe(200)
    const client = await forum.as(id)
    await notify(forum, { type: 'userNoticed', fromUserId: 1, subject: { id } }, [id])
    const notifications = (await client.get('/api/notifications')).body.data
    expect(notifications).toHaveLength(1)
    expect((await client.patch(`/api/notifications/${notifications[0]?.id}`)).status).toBe(200)
    expect((await client.post('/api/notifications/read')).status).toBe(204)
    expect((await changeUser(client, id, { preferences: { discloseOnline: false } })).status).toBe(200)
    const email = await client.patch(`/api/users/${id}`, {
      data: { attributes: { email: 'other@machine.local' } },
      meta: { password: made.password },
    })
    expect(email.status).toBe(200)
    expect((await client.post('/api/forgot', { email: made.email })).status).toBe(204)
  })

  test('the own document says so at once, and again when the suspension is over', async () => {
    const { forum, user, client } = await openWith()
    expect(await rightsIn(client)).toEqual({ canStartDiscussion: true })
    const moderator = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
    await changeUser(moderator, user.id, { suspendedUntil: '2024-01-01T00:00:10Z' })
    expect(await rightsIn(client)).toEqual({ canStartDiscussion: false })
    forum.clock.advance(9)
    expect(await rightsIn(client)).toEqual({ canStartDiscussion: false })
    forum.clock.advance(1)
    expect(await rightsIn(client)).toEqual({ canStartDiscussion: true })
  })

  test('administrators who were suspended by other means keep their rights', async () => {
    const { forum, user, client } = await openWith(suspended, [administrators])
    expect((await startDiscussion(client, { title: 'Hello', content: 'x' })).status).toBe(201)
    expect(await upload(client, user.id)).toBe(403)
    expect(await remove(client, user.id)).toBe(200)
    expect((await changeUser(await forum.as(admin.id), user.id, { suspendedUntil: null })).status).toBe(403)
  })

  test('notifications and explanations know the same actor as requests', async () => {
    const { forum, user } = await openWith(suspended)
    await grant(forum, 'viewForum', [members])
    const { lines } = (
      await (await forum.as(admin.id)).get(`/api/admin/why?userId=${user.id}&ability=viewForum`)
    ).body as unknown as { lines: { text: string }[] }
    expect(lines[0]?.text).toBe(`${user.username} is suspended and can only do what everyone can.`)
  })

  describe('requests during which a suspension begins or ends', () => {
    test('a write that was let in before the suspension is finished; the next one is refused', async () => {
      const gate = { entered: Promise.withResolvers<void>(), open: Promise.withResolvers<void>() }
      const gated = {
        id: 'gate',
        title: 'Gate',
        version: '1.0.0',
        declaration: {
          resources: {
            posts: {
              writes: {
                check: async () => {
                  gate.entered.resolve()
                  await gate.open.promise
                  return []
                },
              },
            },
          },
        },
      }
      const forum = await open({ extensions: [extension, gated] })
      const user = await makeUser(forum)
      const discussion = await makeDiscussion(forum)
      const client = await forum.as(user)
      const moderator = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
      const running = replyTo(client, discussion.id)
      await gate.entered.promise
      // On SQLite it waits for the running write.
      const suspending = changeUser(moderator, user.id, { suspendedUntil: '2038-01-01' })
      gate.open.resolve()
      expect([(await running).status, (await suspending).status]).toEqual([201, 200])
      forum.clock.advance(60)
      expect((await replyTo(client, discussion.id)).status).toBe(403)
      const { body } = await forum.guest().get(`/api/posts?filter[discussion]=${discussion.id}`)
      expect(body.data.filter(({ attributes }) => attributes.contentType === 'comment')).toHaveLength(2)
    })

    test('a write that was let in before the end of the suspension is refused; the next one is not', async () => {
      const clock = new TestClock()
      const slow = {
        id: 'slow',
        title: 'Slow',
        version: '1.0.0',
        // Throttles come after the actor is known, and before the rights are asked.
        declaration: {
          throttles: { slow: { endpoints: ['posts.create'], wait: () => void clock.advance(5) } },
        },
      }
      const forum = await open({ extensions: [extension, slow], clock })
      const user = await makeUser(forum)
      const discussion = await makeDiscussion(forum)
      await storeSuspension(forum, user.id, { suspended_until: '2024-01-01T00:00:03.000Z' })
      const client = await forum.as(user)
      expect((await replyTo(client, discussion.id)).status).toBe(403)
      expect(
        (await forum.guest().get(`/api/discussions/${discussion.id}`)).body.data.attributes,
      ).toMatchObject({
        commentCount: 1,
      })
      expect((await replyTo(client, discussion.id)).status).toBe(201)
    })
  })

  describe('pictures', () => {
    test('suspend-9 administrators set the picture of any user, and their own', async () => {
      const { forum, user } = await openWith(suspended)
      const other = await makeUser(forum)
      const client = await forum.as(admin.id)
      for (const { id } of [user, other, admin]) expect(await upload(client, id)).toBe(200)
    })

    test('suspend-11 after a suspension users set their own picture again, not those of others', async () => {
      const { forum, user, client } = await openWith(formerly)
      expect(await upload(client, user.id)).toBe(200)
      expect(await upload(client, (await makeUser(forum)).id)).toBe(403)
    })

    test('suspend-12 suspended users set no picture; their document says so', async () => {
      const { forum, user, client } = await openWith(suspended)
      expect(await upload(client, user.id)).toBe(403)
      expect(await upload(client, (await makeUser(forum)).id)).toBe(403)
      expect((await client.get(`/api/users/${user.id}`)).body.data.attributes.canUploadAvatar).toBe(false)
      await storeSuspension(forum, user.id, formerly)
      expect((await client.get(`/api/users/${user.id}`)).body.data.attributes.canUploadAvatar).toBe(true)
    })

    test('suspend-14 administrators remove pictures, whether their owners are or were suspended', async () => {
      const { forum, user } = await openWith()
      const [now, then] = [await makeUser(forum), await makeUser(forum)]
      await storeSuspension(forum, now.id, suspended)
      await storeSuspension(forum, then.id, formerly)
      const client = await forum.as(admin.id)
      for (const { id } of [user, now, then]) expect(await remove(client, id)).toBe(200)
    })

    test('suspend-15 users remove their own picture, administrators too who were suspended once', async () => {
      const { forum, user, client } = await openWith()
      expect(await remove(client, user.id)).toBe(200)
      const administrator = await makeUser(forum, { groupIds: [administrators] })
      await storeSuspension(forum, administrator.id, formerly)
      expect(await remove(await forum.as(administrator), administrator.id)).toBe(200)
    })

    test('suspend-17 users remove no picture of others; suspended ones not their own', async () => {
      const { forum, user, client } = await openWith()
      const other = await makeUser(forum)
      expect(await remove(client, other.id)).toBe(403)
      await storeSuspension(forum, user.id, suspended)
      expect(await remove(client, user.id)).toBe(403)
    })

    test('holders of user.edit set and remove pictures of suspended users, unless they are suspended', async () => {
      const { forum, user } = await openWith(suspended)
      await grant(forum, 'user.edit', [moderators])
      const moderator = await makeUser(forum, { groupIds: [moderators] })
      const client = await forum.as(moderator)
      expect([await upload(client, user.id), await remove(client, user.id)]).toEqual([200, 200])
      await storeSuspension(forum, moderator.id, suspended)
      expect([await upload(client, user.id), await remove(client, user.id)]).toEqual([403, 403])
    })
  })
})
