import {
  changeDiscussion,
  changePost,
  makeDiscussion,
  makeGroup,
  makePost,
  makeUser,
  notificationsExtension,
  onBothDatabases,
  replyTo,
  startDiscussion,
  type TestForum,
} from '@parley/testing'
import { atOnce, expectConsistent, openWithWriters, statusesOf } from '@parley/testing/writers'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { members, moderators } from '../../points/context/actor.ts'
import { createEmailToken, createPasswordToken } from '../accounts/tokens.ts'

const rounds = 6

onBothDatabases((open) => {
  /** The number of tokens that still do something. */
  const tokensOf = async (
    { current: { database } }: TestForum,
    table: 'email_tokens' | 'password_tokens',
  ) => {
    const rows = await database.read.selectFrom(table).selectAll().execute()
    return rows.filter((row) => !('used_at' in row) || row.used_at === null).length
  }

  test('an account is deleted while it writes and others change its posts', async () => {
    const { forum, asAdmin, other, moderator } = await openWithWriters(open, notificationsExtension)
    for (let round = 0; round < 3; round++) {
      const leaving = await makeUser(forum)
      const client = await forum.as(leaving)
      const { id, first_post_id: first } = await makeDiscussion(forum, {
        user_id: leaving.id,
        posts: [{}, {}],
      })
      await makePost(forum, id, { user_id: leaving.id })
      const statuses = await atOnce(
        asAdmin.delete(`/api/users/${leaving.id}`),
        replyTo(client, id),
        startDiscussion(client, { title: 'Goodbye', content: 'all' }),
        changeDiscussion(moderator, id, { title: `Renamed ${round}` }),
        changePost(moderator, first ?? 0, { isHidden: true }),
        replyTo(other, id),
        changeDiscussion(client, id, { lastReadPostNumber: 2 }),
        client.patch(`/api/users/${leaving.id}`, {
          data: { attributes: { preferences: { indexProfile: 0 } } },
        }),
        client.get('/api/notifications'),
      )
      expect(statuses[0]).toBe(204)
      // After the deletion, the account's requests are those of a guest without a CSRF token.
      expect(statuses.filter((status) => status >= 500 || status === 422)).toEqual([])
      const remaining = await forum.current.database.read
        .selectFrom('posts')
        .select('id')
        .where('user_id', '=', leaving.id)
        .execute()
      expect(remaining).toEqual([])
      await expectConsistent(forum)
    }
  }, 60_000)

  test('a name is registered once, a link used once', async () => {
    const { forum, author } = await openWithWriters(open)
    const { database, now } = forum.current
    const browser = async () => {
      const client = forum.browser()
      await client.get('/api')
      return client
    }
    for (let round = 0; round < 3; round++) {
      const browsers = await Promise.all([1, 2, 3, 4].map(browser))
      const registered = await Promise.all(
        browsers.map((client, index) =>
          client.post('/register', {
            username: index % 2 ? `Twin${round}` : `tWIN${round}`,
            email: `twin${round}-${index}@machine.local`,
            password: 'long enough',
          }),
        ),
      )
      expect(statusesOf(registered)).toEqual([201, 422, 422, 422])

      const token = await database.transaction((db) =>
        createEmailToken(db, { userId: author.id, email: `new${round}@machine.local`, now: now() }),
      )
      const confirmed = await Promise.all(
        browsers.map((client) => client.postForm(`/confirm/${token}`, { csrfToken: client.csrfToken })),
      )
      expect(statusesOf(confirmed)).toEqual([302, 403, 403, 403])
      expect(await tokensOf(forum, 'email_tokens')).toBe(await activationsOf(forum))

      const reset = await database.transaction((db) =>
        createPasswordToken(db, { userId: author.id, now: now() }),
      )
      const chosen = await Promise.all(
        (await Promise.all([1, 2, 3].map(browser))).map((client, index) => {
          const password = `password number ${index}`
          const fields = { passwordToken: reset, password, password_confirmation: password }
          return client.postForm('/reset', { csrfToken: client.csrfToken, ...fields })
        }),
      )
      expect(statusesOf(chosen)).toEqual([302, 404, 404])
      expect(await tokensOf(forum, 'password_tokens')).toBe(0)
      const winner = chosen.findIndex(({ status }) => status === 302)
      const logIn = (index: number) =>
        forum
          .guest()
          .post('/api/token', { identification: author.username, password: `password number ${index}` })
      expect((await Promise.all([0, 1, 2].map(logIn))).map(({ status }) => status)).toEqual(
        [0, 1, 2].map((index) => (index === winner ? 200 : 401)),
      )
    }
    await expectConsistent(forum)
  }, 60_000)

  test('concurrent uploads leave one avatar and one file', async () => {
    const { forum, author, asAuthor: client } = await openWithWriters(open)
    const upload = async (background: string) => {
      const image = await sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer()
      const form = new FormData()
      form.set('avatar', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'me.png')
      return client.postFiles(`/api/users/${author.id}/avatar`, form)
    }
    expect(await atOnce(...['#f00', '#0f0', '#00f', '#fff'].map(upload))).toEqual([200, 200, 200, 200])
    const { body } = await client.get(`/api/users/${author.id}`)
    const url = new URL(String(body.data.attributes.avatarUrl)).pathname
    expect((await forum.guest().get(url)).status).toBe(200)
    await expect.poll(async () => (await forum.current.files.list('avatars')).length).toBe(1)
    await atOnce(upload('#123'), client.delete(`/api/users/${author.id}/avatar`), upload('#456'))
    const after = (await client.get(`/api/users/${author.id}`)).body.data.attributes.avatarUrl
    await expect
      .poll(async () => (await forum.current.files.list('avatars')).length)
      .toBe(after === null ? 0 : 1)
    await expectConsistent(forum)
  })

  test('a group is deleted while it is assigned, permissions are replaced as a set', async () => {
    const { forum, author, asAdmin } = await openWithWriters(open)
    for (let round = 0; round < rounds; round++) {
      const [group, stays] = [await makeGroup(forum), await makeGroup(forum)]
      const data = [group, stays].map(({ id }) => ({ type: 'groups', id: String(id) }))
      const statuses = await atOnce(
        asAdmin.delete(`/api/groups/${group.id}`),
        asAdmin.patch(`/api/users/${author.id}`, { data: { relationships: { groups: { data } } } }),
        asAdmin.post('/api/permission', { permission: 'discussion.delete', groupIds: [group.id, stays.id] }),
        asAdmin.patch(`/api/groups/${group.id}`, { data: { attributes: { color: '#123456' } } }),
      )
      expect(statuses[0]).toBe(204)
      expect(statuses.filter((status) => ![200, 204, 404, 409, 422].includes(status))).toEqual([])
      const replaced = await atOnce(
        asAdmin.post('/api/permission', {
          permission: 'discussion.delete',
          groupIds: [stays.id, moderators],
        }),
        asAdmin.post('/api/permission', { permission: 'discussion.delete', groupIds: [members] }),
      )
      expect(replaced).toEqual([204, 204])
      const holders = await forum.current.database.read
        .selectFrom('group_permission')
        .select('group_id')
        .where('permission', '=', 'discussion.delete')
        .execute()
      const ids = holders.map(({ group_id }) => group_id).sort((a, b) => a - b)
      expect([[members], [moderators, stays.id]]).toContainEqual(ids)
      const held = forum.current.grants.holds(new Set([members]), 'discussion.delete')
      expect(held).toBe(ids.includes(members))
    }
    await expectConsistent(forum)
  })
})

async function activationsOf({ current: { database } }: TestForum): Promise<number> {
  const rows = await database.read
    .selectFrom('users')
    .select('id')
    .where('is_email_confirmed', '=', false)
    .execute()
  return rows.length
}
