import {
  type ApiResponse,
  changeDiscussion,
  changePost,
  eachTestForum,
  grant,
  makeDiscussion,
  makeUser,
  notificationCounts,
  notificationsExtension,
  type TestForum,
} from '@parley/testing'
import {
  allViewers,
  clientsOf,
  makeProbedResources,
  type ProbedResource,
  privacyExtension,
  probePaths,
  type Viewer,
  visibilityFaults,
  writeFaults,
} from '@parley/testing/doors'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'
import { coreCounters } from '../../features/counters/core-counters.ts'
import { notificationCounts as notificationCounter } from '../../features/counters/notification-counts.ts'
import { recount } from '../../features/counters/recount.ts'
import { members, moderators } from '../../points/context/actor.ts'

async function notificationsOf({ current: { database } }: TestForum, userId: number): Promise<number[]> {
  const rows = await database.read
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ id }) => id)
}

eachTestForum((open) => {
  test('no path reveals a row that is hidden, private, empty, of an unknown type or another user’s', async () => {
    const forum = await open({
      extensions: [notificationsExtension, privacyExtension],
      client: await pageClient(),
    })
    await grant(forum, 'postWithoutThrottle', [members])
    const { resources, users, group, openId } = await makeProbedResources(forum)
    const paths = probePaths(forum, resources, users.author.id)
    const clients = await clientsOf(forum, users)
    for (const who of allViewers) {
      const maySee = ({ visibleTo }: ProbedResource) => visibleTo.includes(who)
      expect({ who, faults: await visibilityFaults(clients[who], paths, resources, maySee) }).toEqual({
        who,
        faults: [],
      })
      for (const resource of resources) {
        const { status } = await clients[who].get(`/api/${resource.type}/${resource.id}`)
        const expected = resource.type === 'access-tokens' ? 405 : maySee(resource) ? 200 : 404
        expect({ who, marker: resource.marker, status }).toEqual({
          who,
          marker: resource.marker,
          status: expected,
        })
      }
      if (who !== 'guest') {
        const written = await writeFaults(clients[who], resources, maySee)
        expect({ who, written }).toEqual({ who, written: [] })
      }
      const { attributes } = (await clients[who].get(`/api/discussions/${openId}`)).body.data
      expect(attributes).toMatchObject({ commentCount: 2, lastPostNumber: 2, participantCount: 2 })
      const inGroup = await clients[who].get(`/api/users?filter[group]=${group.id},markgroup`)
      const isListed = (inGroup.body.data ?? []).length > 0
      expect({ who, isListed }).toEqual({ who, isListed: who === 'admin' })
      if (who === 'guest') continue
      const listed = (await clients[who].get('/api/notifications')).body.data
      const subjects = resources.filter(
        (resource) => /^(posts|discussions)$/.test(resource.type) && maySee(resource),
      )
      expect({ who, listed: listed.length }).toEqual({ who, listed: subjects.length })
      expect((await notificationCounts(clients[who])).unread).toBe(subjects.length)
    }
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  }, 240_000)

  test('deleted rows are unreachable by every path, for every user, before they are purged', async () => {
    const forum = await open({
      extensions: [notificationsExtension, privacyExtension],
      client: await pageClient(),
    })
    await grant(forum, 'postWithoutThrottle', [members])
    const { resources, users } = await makeProbedResources(forum)
    const paths = probePaths(forum, resources, users.author.id)
    const clients = await clientsOf(forum, users)
    const rowCounts = async () => {
      const { read } = forum.current.database
      const posts = await read.selectFrom('posts').select('id').execute()
      const notifications = await read.selectFrom('notifications').select('id').execute()
      const groups = await read.selectFrom('groups').select('id').where('id', '>', moderators).execute()
      return { posts: posts.length, notifications: notifications.length, groups: groups.length }
    }
    const before = await rowCounts()
    const deleted = resources.filter(({ type }) => type !== 'access-tokens')
    for (const { type, id } of deleted.filter((resource) => resource.type !== 'posts'))
      expect((await clients.admin.delete(`/api/${type}/${id}`)).status).toBe(204)
    const counters = [...coreCounters, notificationCounter(forum.current)]
    const wrongCounts = () => recount(forum.current.database, counters, { repair: false })
    expect(await wrongCounts()).toEqual([])
    expect(await rowCounts()).toEqual(before)
    for (const who of allViewers) {
      expect({ who, faults: await visibilityFaults(clients[who], paths, deleted, () => false) }).toEqual({
        who,
        faults: [],
      })
      if (who === 'guest') continue
      expect({ who, written: await writeFaults(clients[who], deleted, () => false) }).toEqual({
        who,
        written: [],
      })
      const counts = await notificationCounts(clients[who])
      expect({ who, counts }).toEqual({ who, counts: { unread: 0, new: 0 } })
      const { attributes } = (await clients.admin.get(`/api/users/${users[who].id}`)).body.data
      expect({ who, ...attributes }).toMatchObject({ who, commentCount: 0, discussionCount: 0 })
      const [own] = await notificationsOf(forum, users[who].id)
      expect((await clients[who].patch(`/api/notifications/${own}`, { data: {} })).status).toBe(404)
    }
    expect(await wrongCounts()).toEqual([])
    await forum.settled()
    expect(await rowCounts()).toEqual({ posts: 0, notifications: 0, groups: 0 })
    expect(await wrongCounts()).toEqual([])
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  }, 240_000)

  test('a forum shows nothing to users who may not view it', async () => {
    const forum = await open({
      extensions: [notificationsExtension, privacyExtension],
      client: await pageClient(),
    })
    const { resources, users } = await makeProbedResources(forum)
    const paths = probePaths(forum, resources, users.author.id)
    const clients = await clientsOf(forum, users)
    for (const path of ['/', '/all', ...resources.map(({ id }) => `/d/${id}`)]) await clients.guest.get(path)
    const inForum = resources.filter(({ type }) => type === 'discussions' || type === 'posts')
    for (const [groups, usersWhoSee] of [
      [[members], ['stranger', 'author', 'moderator', 'admin']],
      [[], ['admin']],
    ] as const) {
      await grant(forum, 'viewForum', groups)
      for (const who of allViewers) {
        const isIn = (usersWhoSee as readonly Viewer[]).includes(who)
        const maySee = ({ visibleTo }: ProbedResource) => isIn && visibleTo.includes(who)
        const faults = await visibilityFaults(clients[who], paths, inForum, maySee)
        expect({ groups, who, faults }).toEqual({ groups, who, faults: [] })
        const { status } = await clients[who].get('/api/users/author?bySlug=1')
        const expected = isIn || who === 'author' ? 200 : 404
        expect({ groups, who, status }).toEqual({ groups, who, status: expected })
      }
    }
  }, 240_000)

  test('cached guests’ pages stop showing a row when it is hidden, deleted or made private', async () => {
    const forum = await open({ extensions: [privacyExtension], client: await pageClient() })
    const { id: author } = await makeUser(forum, { username: 'author' })
    const admin = await forum.as(1)
    const guest = forum.guest()
    const start = async (mark: string) => {
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
      const { id } = await start(mark)
      await forum.rebuild()
      for (const path of pages(id)) await guest.get(path)
      expect((await guest.get(`/d/${id}`)).text).toContain(`second ${mark}`)
      expect((await change(id, 0)).status).toBeLessThan(300)
      for (const path of pages(id)) {
        const answer = await guest.get(path)
        expect({ mark, path, isShown: answer.text.includes(mark) }).toEqual({ mark, path, isShown: false })
        if (/^\/(d|atom\/d)/.test(path)) expect(answer.status).toBe(404)
      }
    }
    const { id, first_post_id: first } = await start('both')
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
        const isShown = (await guest.get(path)).text.includes(words)
        expect({ path, isShown }).toEqual({ path, isShown: false })
      }
    }
  }, 120_000)
})
