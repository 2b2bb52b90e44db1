import {
  type ApiResponse,
  changeDiscussion,
  changePost,
  eachTestForum,
  grant,
  makeDiscussion,
  makeUser,
  noticing,
  notificationCounts,
  type TestForum,
} from '@parley/testing'
import {
  clientsOf,
  doors,
  everybody,
  faultsOf,
  keeping,
  scene,
  type Thing,
  type Who,
  writtenTo,
} from '@parley/testing/doors'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'
import { coreCounters } from '../../features/counters/core-counters.ts'
import { notificationCounts as notificationCounter } from '../../features/counters/notification-counts.ts'
import { recount } from '../../features/counters/recount.ts'

async function notificationsOf({ current: { database } }: TestForum, userId: number): Promise<number[]> {
  const rows = await database.read
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ id }) => id)
}

eachTestForum((open) => {
  test('no door shows what is hidden, private, empty, of an unknown type or somebody else’s', async () => {
    const forum = await open({ extensions: [noticing, keeping], client: await pageClient() })
    await grant(forum, 'postWithoutThrottle', [3])
    const { things, users, group, openId } = await scene(forum)
    const paths = doors(forum, things, users.author.id)
    const clients = await clientsOf(forum, users)
    for (const who of everybody) {
      const maySee = ({ seenBy }: Thing) => seenBy.includes(who)
      expect([who, await faultsOf(clients[who], paths, things, maySee)]).toEqual([who, []])
      for (const thing of things) {
        const { status } = await clients[who].get(`/api/${thing.type}/${thing.id}`)
        const expected = thing.type === 'access-tokens' ? 405 : maySee(thing) ? 200 : 404
        expect([who, thing.mark, status]).toEqual([who, thing.mark, expected])
      }
      if (who !== 'guest') expect([who, await writtenTo(clients[who], things, maySee)]).toEqual([who, []])
      const { attributes } = (await clients[who].get(`/api/discussions/${openId}`)).body.data
      expect(attributes).toMatchObject({ commentCount: 2, lastPostNumber: 2, participantCount: 2 })
      const members = await clients[who].get(`/api/users?filter[group]=${group.id},markgroup`)
      const isListed = (members.body.data ?? []).length > 0
      expect([who, isListed]).toEqual([who, who === 'admin'])
      if (who === 'guest') continue
      const listed = (await clients[who].get('/api/notifications')).body.data
      const about = things.filter((thing) => /^(posts|discussions)$/.test(thing.type) && maySee(thing))
      expect([who, listed.length]).toEqual([who, about.length])
      expect((await notificationCounts(clients[who]))[0]).toBe(about.length)
    }
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  }, 240_000)

  test('what is deleted is gone through every door, for everybody, before its rows are', async () => {
    const forum = await open({ extensions: [noticing, keeping], client: await pageClient() })
    await grant(forum, 'postWithoutThrottle', [3])
    const { things, users } = await scene(forum)
    const paths = doors(forum, things, users.author.id)
    const clients = await clientsOf(forum, users)
    const rowsLeft = async () => {
      const { read } = forum.current.database
      const posts = await read.selectFrom('posts').select('id').execute()
      const notifications = await read.selectFrom('notifications').select('id').execute()
      const groups = await read.selectFrom('groups').select('id').where('id', '>', 4).execute()
      return [posts, notifications, groups].map((rows) => rows.length)
    }
    const before = await rowsLeft()
    const deleted = things.filter(({ type }) => type !== 'access-tokens')
    for (const { type, id } of deleted.filter((thing) => thing.type !== 'posts'))
      expect((await clients.admin.delete(`/api/${type}/${id}`)).status).toBe(204)
    const counters = [...coreCounters, notificationCounter(forum.current)]
    const wrong = () => recount(forum.current.database, counters, { repair: false })
    expect(await wrong()).toEqual([])
    expect(await rowsLeft()).toEqual(before)
    for (const who of everybody) {
      expect([who, await faultsOf(clients[who], paths, deleted, () => false)]).toEqual([who, []])
      if (who === 'guest') continue
      expect([who, await writtenTo(clients[who], deleted, () => false)]).toEqual([who, []])
      expect([who, await notificationCounts(clients[who])]).toEqual([who, [0, 0]])
      const { attributes } = (await clients.admin.get(`/api/users/${users[who].id}`)).body.data
      expect([who, attributes]).toMatchObject([who, { commentCount: 0, discussionCount: 0 }])
      const [own] = await notificationsOf(forum, users[who].id)
      expect((await clients[who].patch(`/api/notifications/${own}`, { data: {} })).status).toBe(404)
    }
    expect(await wrong()).toEqual([])
    await forum.settled()
    expect(await rowsLeft()).toEqual([0, 0, 0])
    expect(await wrong()).toEqual([])
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  }, 240_000)

  test('a forum that not everybody may view shows them nothing at all', async () => {
    const forum = await open({ extensions: [noticing, keeping], client: await pageClient() })
    const { things, users } = await scene(forum)
    const paths = doors(forum, things, users.author.id)
    const clients = await clientsOf(forum, users)
    for (const path of ['/', '/all', ...things.map(({ id }) => `/d/${id}`)]) await clients.guest.get(path)
    const inForum = things.filter(({ type }) => type === 'discussions' || type === 'posts')
    for (const [groups, usersWhoSee] of [
      [[3], ['stranger', 'author', 'moderator', 'admin']],
      [[], ['admin']],
    ] as const) {
      await grant(forum, 'viewForum', groups)
      for (const who of everybody) {
        const isIn = (usersWhoSee as readonly Who[]).includes(who)
        const maySee = ({ seenBy }: Thing) => isIn && seenBy.includes(who)
        expect([groups, who, await faultsOf(clients[who], paths, inForum, maySee)]).toEqual([groups, who, []])
        const { status } = await clients[who].get('/api/users/author?bySlug=1')
        expect([groups, who, status]).toEqual([groups, who, isIn || who === 'author' ? 200 : 404])
      }
    }
  }, 240_000)

  test('what guests saw a moment ago is gone from their pages with the change', async () => {
    const forum = await open({ extensions: [keeping], client: await pageClient() })
    const { id: author } = await makeUser(forum, { username: 'author' })
    const admin = await forum.as(1)
    const guest = forum.guest()
    const started = async (mark: string) => {
      const posts = [{ content: `first ${mark}` }, { content: `second ${mark}`, user_id: author }]
      return makeDiscussion(forum, { user_id: author, title: `About ${mark}`, slug: mark, posts })
    }
    const pages = (id: number) => [
      '/',
      '/all',
      `/d/${id}`,
      '/u/author',
      '/u/author/discussions',
      '/atom',
      `/atom/d/${id}`,
    ]
    const changes: Record<string, (id: number, post: number) => Promise<ApiResponse>> = {
      hides: (id) => changeDiscussion(admin, id, { isHidden: true }),
      deletes: (id) => admin.delete(`/api/discussions/${id}`),
      keeps: (id) => changeDiscussion(admin, id, { title: 'privately' }),
    }
    for (const [mark, change] of Object.entries(changes)) {
      const { id } = await started(mark)
      await forum.rebuild()
      for (const path of pages(id)) await guest.get(path)
      expect((await guest.get(`/d/${id}`)).text).toContain(`second ${mark}`)
      expect((await change(id, 0)).status).toBeLessThan(300)
      for (const path of pages(id)) {
        const answer = await guest.get(path)
        expect([mark, path, answer.text.includes(mark)]).toEqual([mark, path, false])
        if (/^\/(d|atom\/d)/.test(path)) expect(answer.status).toBe(404)
      }
    }
    const { id, first_post_id: first } = await started('both')
    const second = (first ?? 0) + 1
    await forum.rebuild()
    for (const [post, words, attributes] of [
      [second, 'second both', { isHidden: true }],
      [first ?? 0, 'first both', { content: 'privately' }],
    ] as const) {
      for (const path of pages(id)) await guest.get(path)
      expect((await guest.get(`/d/${id}`)).text).toContain(words)
      expect((await changePost(admin, post, attributes)).status).toBe(200)
      for (const path of pages(id)) {
        expect([path, (await guest.get(path)).text.includes(words)]).toEqual([path, false])
      }
    }
  }, 120_000)
})
