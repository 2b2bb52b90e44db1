import {
  type ApiClient,
  grant,
  makeDiscussion,
  makeUser,
  onBothDatabases,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { members } from '../../points/context/actor.ts'
import { coreCounters } from '../counters/core-counters.ts'
import { recount } from '../counters/recount.ts'

const replyTo = (client: ApiClient, id: number, content = 'A reply') =>
  client.post('/api/posts', {
    data: { attributes: { content }, relationships: { discussion: { data: { id: String(id) } } } },
  })
const hide = (client: ApiClient, post: number, isHidden: boolean) =>
  client.patch(`/api/posts/${post}`, { data: { attributes: { isHidden } } })

/** Expects that a recount finds no difference and that no error was logged. */
async function expectExact(forum: TestForum): Promise<void> {
  await forum.settled()
  expect(await recount(forum.current.database, coreCounters, { repair: false })).toEqual([])
  expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
}

async function counts(forum: TestForum, id: number) {
  const { attributes } = (await (await forum.as(1)).get(`/api/discussions/${id}?include=user`)).body.data
  const { commentCount, participantCount, lastPostNumber } = attributes
  return { comments: commentCount, participants: participantCount, lastNumber: lastPostNumber }
}

onBothDatabases((open) => {
  test('B395 the counters are exact after every step of a discussion', async () => {
    const forum = await open()
    await grant(forum, 'postWithoutThrottle', [members])
    const [a, b] = [await forum.as(await makeUser(forum)), await forum.as(await makeUser(forum))]
    const admin = await forum.as(1)
    const started = await a.post('/api/discussions', {
      data: { attributes: { title: 'Hello', content: 'x' } },
    })
    const id = Number(started.body.data.id)
    expect(await counts(forum, id)).toEqual({ comments: 1, participants: 1, lastNumber: 1 })
    const second = Number((await replyTo(b, id)).body.data.id)
    const third = Number((await replyTo(b, id)).body.data.id)
    expect(await counts(forum, id)).toEqual({ comments: 3, participants: 2, lastNumber: 3 })
    await admin.patch(`/api/discussions/${id}`, { data: { attributes: { title: 'Renamed' } } })
    expect(await counts(forum, id)).toEqual({ comments: 3, participants: 2, lastNumber: 3 })
    await hide(admin, third, true)
    expect(await counts(forum, id)).toEqual({ comments: 2, participants: 2, lastNumber: 2 })
    await hide(admin, second, true)
    expect(await counts(forum, id)).toEqual({ comments: 1, participants: 2, lastNumber: 1 })
    await expectExact(forum)
    await hide(admin, third, false)
    expect(await counts(forum, id)).toEqual({ comments: 2, participants: 2, lastNumber: 3 })
    await admin.delete(`/api/posts/${third}`)
    expect(await counts(forum, id)).toEqual({ comments: 1, participants: 2, lastNumber: 1 })
    await admin.delete(`/api/posts/${second}`)
    expect(await counts(forum, id)).toEqual({ comments: 1, participants: 1, lastNumber: 1 })
    await hide(admin, 1, true)
    expect(await counts(forum, id)).toEqual({ comments: 0, participants: 1, lastNumber: 1 })
    await replyTo(admin, id)
    expect(await counts(forum, id)).toEqual({ comments: 1, participants: 2, lastNumber: 5 })
    await expectExact(forum)
    await admin.patch(`/api/discussions/${id}`, { data: { attributes: { isHidden: true } } })
    await expectExact(forum)
    await admin.delete(`/api/discussions/${id}`)
    await expectExact(forum)
  })

  test('concurrent writes keep the counters exact and use every number once', async () => {
    const forum = await open()
    await grant(forum, 'postWithoutThrottle', [members])
    const users = await Promise.all([1, 2, 3, 4].map(async () => forum.as(await makeUser(forum))))
    const { id } = await makeDiscussion(forum, { posts: [{ user_id: 1 }] })
    const admin = await forum.as(1)
    const answers = await Promise.all([...users, ...users, ...users, admin].map((user) => replyTo(user, id)))
    const numbers = answers.map(({ body }) => body.data.attributes.number as number)
    expect(numbers.sort((x, y) => x - y)).toEqual(Array.from({ length: 13 }, (_, index) => index + 2))
    await expectExact(forum)
    expect(await counts(forum, id)).toEqual({ comments: 14, participants: 5, lastNumber: 14 })

    const path = `/api/discussions/${id}`
    const title = (text: string) => ({ data: { attributes: { title: text } } })
    const statuses = await Promise.all([
      ...[14, 13, 12].map((post) => hide(admin, post, true)),
      ...[11, 10, 9].map((post) => admin.delete(`/api/posts/${post}`)),
      ...users.map((user) => replyTo(user, id)),
      admin.patch(path, title('One')),
      admin.patch(path, title('Two')),
      ...users.map((user) => user.patch(path, { data: { attributes: { lastReadPostNumber: 9 } } })),
    ])
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200, 201, 204]))
    await expectExact(forum)
  })

  test('hiding and deleting the last posts concurrently leaves a visible last post', async () => {
    const forum = await open()
    const admin = await forum.as(1)
    for (let round = 0; round < 5; round++) {
      const posts = Array.from({ length: 6 }, () => ({ user_id: 1 }))
      const { id } = await makeDiscussion(forum, { posts })
      const first = Number((await admin.get(`/api/posts?filter[discussion]=${id}`)).body.data[0]?.id)
      await Promise.all([
        hide(admin, first + 5, true),
        admin.delete(`/api/posts/${first + 4}`),
        hide(admin, first + 3, true),
        admin.delete(`/api/posts/${first + 2}`),
      ])
      expect(await counts(forum, id)).toEqual({ comments: 2, participants: 1, lastNumber: 2 })
    }
    await expectExact(forum)
  })

  test('deleting the last two posts concurrently deletes the discussion', async () => {
    const forum = await open()
    const admin = await forum.as(1)
    const { id } = await makeDiscussion(forum, { user_id: 1, posts: [{}, {}] })
    const answers = await Promise.all([1, 2].map((post) => admin.delete(`/api/posts/${post}`)))
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect((await admin.get(`/api/discussions/${id}`)).status).toBe(404)
    await expectExact(forum)
  })

  test('a reply to a discussion that is being deleted is stored or answered with 404', async () => {
    const forum = await open()
    const [admin, user] = [await forum.as(1), await forum.as(await makeUser(forum))]
    const { id } = await makeDiscussion(forum)
    const [deleted, replied] = await Promise.all([admin.delete(`/api/discussions/${id}`), replyTo(user, id)])
    expect(deleted.status).toBe(204)
    expect([201, 404]).toContain(replied.status)
    await expectExact(forum)
  })

  test('a change whose listener fails is rolled back', async () => {
    const failing = {
      id: 'failing',
      title: 'Failing',
      version: '1.0.0',
      declaration: {
        on: {
          'post.created': () => Promise.reject(new Error('no')),
          'post.deleted': () => Promise.reject(new Error('no')),
          'post.hidden': () => Promise.reject(new Error('no')),
          'discussion.renamed': () => Promise.reject(new Error('no')),
        },
      },
    }
    const forum = await open({ extensions: [failing] })
    const admin = await forum.as(1)
    const { id } = await makeDiscussion(forum, { user_id: 1, title: 'Title', posts: [{}, {}] })
    await admin.get('/api')
    await forum.settled()
    const before = (await admin.get(`/api/discussions/${id}`)).body
    const answers = await Promise.all([
      replyTo(admin, id),
      admin.post('/api/discussions', { data: { attributes: { title: 'Hello', content: 'x' } } }),
      admin.delete('/api/posts/2'),
      hide(admin, 2, true),
      admin.patch(`/api/discussions/${id}`, {
        data: { attributes: { title: 'Other', lastReadPostNumber: 2 } },
      }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500])
    expect((await admin.get(`/api/discussions/${id}`)).body).toEqual(before)
    expect((await admin.get('/api/discussions')).body.data).toHaveLength(1)
    expect(await recount(forum.current.database, coreCounters, { repair: false })).toEqual([])
  })
})
