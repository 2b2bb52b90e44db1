import { join } from 'node:path'
import {
  admin,
  changeDiscussion,
  createTestForum,
  eachTestForum,
  idsOf,
  makeDiscussion,
  makeUser,
  readExtension,
  replyTo,
  selectsOf,
  startDiscussion,
} from '@parley/testing'
import { expect, test } from 'vitest'

const extension = await readExtension(join(import.meta.dirname, '..'))

test('without the extension, discussions have neither the attribute nor the filter', async () => {
  const forum = await createTestForum()
  const { id } = await makeDiscussion(forum)
  const { status, body } = await changeDiscussion(await forum.as(admin.id), id, { subscription: 'follow' })
  expect({ status, has: 'subscription' in body.data.attributes }).toEqual({ status: 200, has: false })
  expect((await forum.guest().get('/api/discussions?filter[subscription]=x')).body.data).toHaveLength(1)
})

eachTestForum((open) => {
  const openForum = () => open({ extensions: [extension] })

  test('members follow, ignore and do neither; every other value clears the state', async () => {
    const forum = await openForum()
    const { id } = await makeDiscussion(forum)
    const client = await forum.as(await makeUser(forum))
    const other = await forum.as(await makeUser(forum))
    const states: unknown[] = []
    for (const sent of [
      'follow',
      'ignore',
      null,
      'follow',
      'Follow',
      'follow',
      5,
      'ignore',
      ['follow'],
      '',
    ]) {
      const { status, body } = await changeDiscussion(client, id, { subscription: sent })
      const shown = (await client.get(`/api/discussions/${id}`)).body.data.attributes.subscription
      states.push([status, body.data.attributes.subscription, shown])
    }
    const clear = [200, null, null]
    const follow = [200, 'follow', 'follow']
    const ignore = [200, 'ignore', 'ignore']
    expect(states).toEqual([follow, ignore, clear, follow, clear, follow, clear, ignore, clear, clear])
    expect((await other.get(`/api/discussions/${id}`)).body.data.attributes.subscription).toBeNull()
    expect((await forum.guest().get(`/api/discussions/${id}`)).body.data.attributes.subscription).toBeNull()
  })

  test('the state comes together with other attributes, and with the reading progress', async () => {
    const forum = await openForum()
    const { id } = await makeDiscussion(forum, { posts: [{}, {}] })
    const client = await forum.as(await makeUser(forum))
    const { body } = await changeDiscussion(client, id, { lastReadPostNumber: 2, subscription: 'follow' })
    expect(body.data.attributes).toMatchObject({ lastReadPostNumber: 2, subscription: 'follow' })
    const cleared = await changeDiscussion(client, id, { subscription: null })
    expect(cleared.body.data.attributes).toMatchObject({ lastReadPostNumber: 2, subscription: null })
  })

  test('a discussion may be followed as it is started', async () => {
    const forum = await openForum()
    const client = await forum.as(await makeUser(forum))
    const started = await startDiscussion(client, { title: 'Hello', content: 'x', subscription: 'follow' })
    expect({ status: started.status, state: started.body.data.attributes.subscription }).toEqual({
      status: 201,
      state: 'follow',
    })
  })

  test('guests are asked to log in, and what one does not see cannot be followed', async () => {
    const forum = await openForum()
    const { id } = await makeDiscussion(forum)
    const hidden = await makeDiscussion(forum, { hidden_at: forum.clock.now().toISOString() })
    const guest = forum.browser()
    await guest.get('/api')
    for (const subscription of ['follow', null])
      expect((await changeDiscussion(guest, id, { subscription })).status).toBe(401)
    const client = await forum.as(await makeUser(forum))
    for (const target of [hidden.id, 999_999])
      expect((await changeDiscussion(client, target, { subscription: 'follow' })).status).toBe(404)
    const stored = await forum.current.database.read
      .selectFrom('discussion_user')
      .select('user_id')
      .where('subscription', 'is not', null)
      .execute()
    expect(stored).toEqual([])
  })

  test('the filter has what the actor follows or ignores, in either spelling, and its negation the rest', async () => {
    const forum = await openForum()
    const [followed, ignored, other] = [
      await makeDiscussion(forum, { title: 'Tea leaves' }),
      await makeDiscussion(forum, { title: 'Tea cups' }),
      await makeDiscussion(forum, { title: 'Tea pots' }),
    ]
    const client = await forum.as(await makeUser(forum))
    await changeDiscussion(client, followed.id, { subscription: 'follow' })
    await changeDiscussion(client, ignored.id, { subscription: 'ignore' })
    const list = async (query: string) => idsOf(await client.get(`/api/discussions?${query}`)).sort()
    for (const name of ['following', 'followed', 'FOLLOWING']) {
      expect(await list(`filter[subscription]=${name}`)).toEqual([followed.id])
      expect(await list(`filter[-subscription]=${name}`)).toEqual([ignored.id, other.id])
      expect(await list(`filter[q]=is:${name}`)).toEqual([followed.id])
      expect(await list(`filter[q]=tea -is:${name}`)).toEqual([ignored.id, other.id])
    }
    for (const name of ['ignoring', 'Ignored']) {
      expect(await list(`filter[subscription]=${name}`)).toEqual([ignored.id])
      expect(await list(`filter[q]=tea is:${name}`)).toEqual([ignored.id])
    }
    const guestList = async (query: string) =>
      idsOf(await forum.guest().get(`/api/discussions?${query}`)).sort()
    expect(await guestList('filter[subscription]=following')).toEqual([])
    expect(await guestList('filter[q]=is:ignoring')).toEqual([])
    expect(await guestList('filter[-subscription]=following')).toHaveLength(3)
  })

  test('another value of the filter is refused, also for guests', async () => {
    const forum = await openForum()
    await makeDiscussion(forum)
    for (const client of [forum.guest(), await forum.as(admin.id)]) {
      for (const query of [
        'filter[subscription]=',
        'filter[subscription]=follow',
        'filter[subscription]=constructor',
        'filter[-subscription]=all',
        'filter[subscription][]=following',
      ]) {
        const { status, body } = await client.get(`/api/discussions?${query}`)
        const pointer = body.errors?.[0]?.source?.pointer
        expect({ query, status, pointer }).toEqual({
          query,
          status: 422,
          pointer: '/data/attributes/message',
        })
      }
    }
  })

  test('a list without filters leaves out what its reader ignores, in every order; a filter or search has it', async () => {
    const forum = await openForum()
    const ignored = await makeDiscussion(forum, { title: 'Noise' })
    const kept = await makeDiscussion(forum, { title: 'Signal' })
    const client = await forum.as(await makeUser(forum))
    await changeDiscussion(client, ignored.id, { subscription: 'ignore' })
    const list = async (query: string) => idsOf(await client.get(`/api/discussions?${query}`))
    for (const query of ['', 'sort=-commentCount', 'sort=createdAt', 'page[after]=', 'page[limit]=5'])
      expect({ query, ids: await list(query) }).toEqual({ query, ids: [kept.id] })
    expect(await list('filter[unread]=1')).toContain(ignored.id)
    expect(await list('filter[q]=noise')).toEqual([ignored.id])
    expect(idsOf(await forum.guest().get('/api/discussions'))).toHaveLength(2)
    expect((await client.get(`/api/discussions/${ignored.id}`)).status).toBe(200)
  })

  test('members who want it follow what they write in, also what they have muted', async () => {
    const forum = await openForum()
    const { id } = await makeDiscussion(forum)
    const user = await makeUser(forum)
    const client = await forum.as(user)
    const state = async (discussionId: number | string) =>
      (await client.get(`/api/discussions/${discussionId}`)).body.data.attributes.subscription
    await replyTo(client, id)
    expect(await state(id)).toBeNull()
    const saved = await client.patch(`/api/users/${user.id}`, {
      data: { attributes: { preferences: { followAfterReply: true } } },
    })
    expect(saved.body.data.attributes.preferences).toMatchObject({
      followAfterReply: true,
      'flarum-subscriptions.notify_for_all_posts': false,
      notify_newPost_alert: true,
      notify_newPost_email: true,
    })
    await changeDiscussion(client, id, { subscription: 'ignore' })
    forum.clock.advance(60)
    await replyTo(client, id)
    expect(await state(id)).toBe('follow')
    forum.clock.advance(60)
    const started = await startDiscussion(client, { title: 'Hello', content: 'x' })
    expect(await state(started.body.data.id)).toBe('follow')
  })

  test('states cost lists and pages of discussions no query', async () => {
    const count = async (extensions: (typeof extension)[]) => {
      const forum = await open({ extensions })
      const reader = await makeUser(forum)
      const { id } = await makeDiscussion(forum)
      await makeDiscussion(forum)
      const counts: number[] = []
      for (const path of ['/api/discussions', `/api/discussions/${id}`])
        counts.push((await selectsOf(forum, path, reader)).length)
      return counts
    }
    expect(await count([extension])).toEqual(await count([]))
  })
})
