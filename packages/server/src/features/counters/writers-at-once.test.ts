import {
  type ApiResponse,
  changeDiscussion,
  changePost,
  eachTestForum,
  expectLockOrder,
  grant,
  makeDiscussion,
  makeGroup,
  makePost,
  makeUser,
  notificationsExtension,
  notify,
  replyTo,
  startDiscussion,
  type TestForum,
} from '@parley/testing'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { members, moderators } from '../../points/context/actor.ts'
import { defineExtension, type InstalledExtension } from '../../points/extension.ts'
import { createEmailToken, createPasswordToken } from '../accounts/tokens.ts'
import { coreCounters } from './core-counters.ts'
import { notificationCounts } from './notification-counts.ts'
import { recount } from './recount.ts'

const rounds = 6

/** Makes posts private that contain 'privately'. */
const keeping: InstalledExtension = {
  id: 'keeping',
  title: 'Keeping',
  version: '1.0.0',
  declaration: defineExtension({
    privacy: {
      posts: {
        isPrivate: ({ content }) => content.includes('privately'),
        scope: (eb, { actor }) => eb('posts.user_id', '=', actor.id || -1),
        sees: (actor, { user_id }) => user_id === actor.id,
      },
    },
  }),
}

/** Recounts all counters and checks invariants. */
async function expectConsistent(forum: TestForum): Promise<void> {
  await forum.settled()
  const { database } = forum.current
  const counters = [...coreCounters, notificationCounts(forum.current)]
  expect(await recount(database, counters, { repair: false })).toEqual([])
  const posts = await database.read.selectFrom('posts').select(['id', 'discussion_id', 'number']).execute()
  const numbers = posts.map(({ discussion_id, number }) => `${discussion_id} ${number}`)
  expect(new Set(numbers).size).toBe(numbers.length)
  const discussions = await database.read.selectFrom('discussions').selectAll().execute()
  const ids = new Set(posts.map(({ id }) => id))
  for (const { id, comment_count, last_post_id, first_post_id } of discussions) {
    const exists = (post: number | null) => post === null || ids.has(post)
    expect({
      id,
      hasFirstPost: exists(first_post_id),
      hasLastPost: comment_count === 0 || exists(last_post_id),
    }).toEqual({ id, hasFirstPost: true, hasLastPost: true })
    // Deleting the last post of a discussion deletes the discussion.
    expect({ id, hasPosts: posts.some(({ discussion_id }) => discussion_id === id) }).toEqual({
      id,
      hasPosts: true,
    })
  }
  expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
}

const statusesOf = (answers: readonly ApiResponse[]) =>
  answers.map(({ status }) => status).sort((a, b) => a - b)

/** Awaits concurrent requests and returns their statuses in order. */
async function atOnce(...requests: Promise<ApiResponse>[]): Promise<number[]> {
  return (await Promise.all(requests)).map(({ status }) => status)
}

eachTestForum((open) => {
  async function openWithWriters(...extensions: InstalledExtension[]) {
    expectLockOrder()
    const forum = await open({ extensions })
    await grant(forum, 'postWithoutThrottle', [members])
    const [author, other] = [await makeUser(forum), await makeUser(forum)]
    const clients = {
      asAdmin: await forum.as(1),
      asAuthor: await forum.as(author),
      other: await forum.as(other),
      moderator: await forum.as(await makeUser(forum, { groupIds: [moderators] })),
    }
    return { forum, author, otherUser: other, ...clients }
  }

  const tokensOf = async ({ current: { database } }: TestForum, table: 'email_tokens' | 'password_tokens') =>
    (await database.read.selectFrom(table).selectAll().execute()).length

  test('concurrent renames leave one title and one event for each change', async () => {
    const { forum, asAdmin, moderator } = await openWithWriters()
    for (let round = 0; round < rounds; round++) {
      const { id } = await makeDiscussion(forum, { user_id: 1, title: 'Original' })
      const renamers = [asAdmin, asAdmin, moderator, moderator]
      const answers = await atOnce(
        ...renamers.map((client, index) => changeDiscussion(client, id, { title: `Title ${index}` })),
      )
      expect(answers).toEqual([200, 200, 200, 200])
      const same = await makeDiscussion(forum, { user_id: 1, title: 'Original' })
      await atOnce(...[1, 2, 3].map(() => changeDiscussion(asAdmin, same.id, { title: 'The same' })))
      const events = await forum.current.database.read
        .selectFrom('posts')
        .select(['discussion_id', 'content'])
        .where('type', '=', 'discussionRenamed')
        .where('discussion_id', 'in', [id, same.id])
        .orderBy('number')
        .execute()
      const renames = (discussionId: number) =>
        events
          .filter(({ discussion_id }) => discussion_id === discussionId)
          .map(({ content }) => JSON.parse(content ?? ''))
      expect(renames(same.id)).toEqual([['Original', 'The same']])
      // Each event starts with the title that the previous one set, and the last one has the current title.
      const chain = renames(id) as [string, string][]
      const { body } = await asAdmin.get(`/api/discussions/${id}?include=user`)
      expect(chain.map(([from]) => from)).toEqual(['Original', ...chain.slice(0, -1).map(([, to]) => to)])
      expect(chain.at(-1)?.[1]).toBe(body.data.attributes.title)
    }
    await expectConsistent(forum)
  })

  test('of two concurrent deletions, of a discussion or a post, one succeeds', async () => {
    const { forum, asAdmin } = await openWithWriters()
    const asAdminToo = await forum.as(1)
    for (let round = 0; round < rounds; round++) {
      const { id, first_post_id: first } = await makeDiscussion(forum, { user_id: 1, posts: [{}, {}, {}] })
      const post = await atOnce(
        asAdmin.delete(`/api/posts/${(first ?? 0) + 1}`),
        asAdminToo.delete(`/api/posts/${(first ?? 0) + 1}`),
        changePost(asAdmin, (first ?? 0) + 1, { content: 'Changed' }),
      )
      expect(post.slice(0, 2).sort()).toEqual([204, 404])
      expect([200, 404]).toContain(post[2])
      const whole = await atOnce(
        asAdmin.delete(`/api/discussions/${id}`),
        asAdminToo.delete(`/api/discussions/${id}`),
        asAdmin.delete(`/api/posts/${(first ?? 0) + 2}`),
      )
      expect(whole.slice(0, 2).sort()).toEqual([204, 404])
      expect([204, 404]).toContain(whole[2])
    }
    await expectConsistent(forum)
  })

  test('replies, renames, hiding and reading during the deletion of the discussion or the post', async () => {
    const { forum, asAdmin, author, asAuthor, other, moderator } = await openWithWriters()
    for (let round = 0; round < rounds; round++) {
      const { id, first_post_id } = await makeDiscussion(forum, {
        user_id: author.id,
        posts: [{}, {}, {}, {}],
      })
      const first = first_post_id ?? 0
      const statuses = await atOnce(
        replyTo(other, id),
        asAdmin.delete(`/api/posts/${first + 3}`),
        changePost(moderator, first + 3, { isHidden: true }),
        changePost(moderator, first + 2, { isHidden: true }),
        changeDiscussion(asAuthor, id, { lastReadPostNumber: 4 }),
        changeDiscussion(moderator, id, { isHidden: round % 2 === 0 }),
        replyTo(asAuthor, id),
      )
      expect(statuses.filter((status) => ![200, 201, 204, 404].includes(status))).toEqual([])
      await expectConsistent(forum)
      const last = await atOnce(
        asAdmin.delete(`/api/discussions/${id}`),
        replyTo(asAuthor, id),
        changeDiscussion(moderator, id, { title: 'Too late' }),
        changePost(moderator, first, { content: 'Too late' }),
        changeDiscussion(other, id, { lastReadPostNumber: 4 }),
      )
      expect(last[0]).toBe(204)
      expect(last.filter((status) => ![200, 201, 204, 404].includes(status))).toEqual([])
      expect((await asAdmin.get(`/api/discussions/${id}`)).status).toBe(404)
    }
    await expectConsistent(forum)
  })

  test('an account is deleted while it writes and others change its posts', async () => {
    const { forum, asAdmin, other, moderator } = await openWithWriters(notificationsExtension)
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
    const { forum, author } = await openWithWriters()
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
    const { forum, author, asAuthor: client } = await openWithWriters()
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
    const { forum, author, asAdmin } = await openWithWriters()
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

  test('posts become private and public during replies', async () => {
    const { forum, author, asAuthor: client, asAdmin, other, moderator } = await openWithWriters(keeping)
    for (let round = 0; round < rounds; round++) {
      const { id, first_post_id: first } = await makeDiscussion(forum, {
        user_id: author.id,
        posts: [{}, {}],
      })
      const statuses = await atOnce(
        changePost(asAdmin, (first ?? 0) + 1, { content: 'privately' }),
        replyTo(other, id),
        replyTo(client, id, { content: 'privately' }),
        changePost(moderator, first ?? 0, { isHidden: true }),
        changePost(asAdmin, (first ?? 0) + 1, { content: 'openly' }),
        replyTo(other, id, { content: 'privately' }),
      )
      expect(statuses.filter((status) => ![200, 201, 404].includes(status))).toEqual([])
      await expectConsistent(forum)
    }
  })

  test('notifications arrive while all are marked as read, or are deleted', async () => {
    const {
      forum,
      author,
      otherUser,
      asAuthor: client,
      moderator,
    } = await openWithWriters(notificationsExtension)
    for (let round = 0; round < rounds; round++) {
      const subjects: { id: number }[] = []
      for (let made = 0; made < 3; made++) subjects.push(await makeDiscussion(forum, { user_id: author.id }))
      const about = (index: number, data: string) =>
        notify(
          forum,
          {
            type: 'discussionNoticed',
            fromUserId: otherUser.id,
            subject: subjects[index] ?? { id: 0 },
            data,
          },
          [author.id, otherUser.id],
        )
      await about(0, 'before')
      const [read] = await Promise.all([
        client.post('/api/notifications/read'),
        about(0, 'meanwhile'),
        about(1, 'meanwhile'),
        client.get('/api/notifications'),
        changeDiscussion(moderator, subjects[2]?.id ?? 0, { title: `Renamed ${round}` }),
      ])
      expect(read.status).toBe(204)
      await client.get('/api/notifications')
      await expectConsistent(forum)
      const [deleted] = await Promise.all([
        client.delete('/api/notifications'),
        about(2, 'after'),
        about(0, 'after'),
      ])
      expect(deleted.status).toBe(204)
      await expectConsistent(forum)
    }
  })

  test('requests in flight when an extension is disabled finish on their build', async () => {
    const { forum, asAdmin, other, author } = await openWithWriters(keeping)
    const { id } = await makeDiscussion(forum, { user_id: author.id })
    const request = async (): Promise<number[]> => {
      const answers = await Promise.all([
        other.get('/api/discussions'),
        replyTo(other, id, { content: 'privately' }),
        other.get(`/api/discussions/${id}`),
        asAdmin.get('/api/posts'),
      ])
      return answers.map(({ status }) => status)
    }
    const toggle = (isEnabled: boolean) => asAdmin.patch('/api/extensions/keeping', { enabled: isEnabled })
    const [first, off, second] = await Promise.all([request(), toggle(false), request()])
    expect(off.status).toBe(204)
    const [third, on] = await Promise.all([request(), toggle(true), request()])
    expect(on.status).toBe(204)
    for (const statuses of [first, second, third]) expect(statuses).toEqual([200, 201, 200, 200])
    const twice = await atOnce(toggle(false), toggle(false), toggle(true), toggle(true))
    expect(twice).toEqual([204, 204, 204, 204])
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
