import {
  type ApiClient,
  type ApiRequest,
  type ApiResponse,
  admin,
  createTestForum,
  Description,
  eachTestForum,
  makeDiscussion,
  makePost,
  makeUser,
  notificationsExtension,
  notify,
  type TestForum,
} from '@parley/testing'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { moderators } from '../../points/context/actor.ts'
import { defineExtension } from '../../points/extension.ts'

/** Makes functions that expect answers to have a status and to fit the description of the API. */
async function expectations(forum: TestForum) {
  const description = await Description.of(forum.guest())
  const expectDescribed = (endpoint: string, status: number, answer: ApiResponse) => {
    expect({
      endpoint,
      status: answer.status,
      faults: description.answerFaults(endpoint, answer),
    }).toEqual({ endpoint, status, faults: [] })
    return answer
  }
  const send = async (
    [client, endpoint, path = endpoint.split(' ')[1] ?? '']: readonly [ApiClient, string, string?],
    status: number,
    request: ApiRequest = {},
  ) => {
    const answer = expectDescribed(
      endpoint,
      status,
      await client.send(path, { method: endpoint.split(' ')[0] ?? '', ...request }),
    )
    if (status < 300 && request.body) expect(description.requestFaults(endpoint, request.body)).toEqual([])
    return answer
  }
  return { expectDescribed, send }
}

const attributes = (values: object, more: object = {}) => ({
  body: { data: { attributes: values }, ...more },
})

const picture = async (field: string) => {
  const bytes = await sharp({ create: { width: 99, height: 99, channels: 3, background: '#369' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png')
  return form
}

/** The simple requests to each endpoint are in `authorization.test.ts`; these are others. */
eachTestForum((open) => {
  test('answers to changes and reads of discussions and posts fit the description', async () => {
    const forum = await open()
    const { send } = await expectations(forum)
    const client = await forum.as(admin)
    const { id } = await makeDiscussion(forum, { user_id: 1, posts: [{ user_id: 1 }, {}, {}] })
    const own = [client, 'PATCH /api/discussions/:id', `/api/discussions/${id}`] as const
    const renamed = await send(own, 200, attributes({ title: 'Another title' }))
    expect(renamed.body.included?.map(({ attributes: { contentType } }) => contentType)).toContain(
      'discussionRenamed',
    )
    await send(own, 200, attributes({ isHidden: true }))
    await send(own, 200, attributes({ isHidden: false, lastReadPostNumber: 2 }))
    const [first] = renamed.body.data.relationships?.posts?.data ?? []
    const post = [client, 'PATCH /api/posts/:id', `/api/posts/${first?.id}`] as const
    await send(post, 200, attributes({ content: 'Another text' }))
    await send(post, 200, attributes({ isHidden: true }))
    for (const query of [
      '',
      '?page[near]=3',
      '?page[limit]=1',
      '?include=firstPost,lastPost',
      '?fields[posts]=number',
    ]) {
      await send([client, 'GET /api/discussions/:id', `/api/discussions/${id}${query}`], 200)
    }
    await send([client, 'GET /api/posts', `/api/posts?filter[discussion]=${id}`], 200)
    await send([client, 'GET /api/discussions', '/api/discussions?page[after]=&page[limit]=1'], 200)
    await send([client, 'GET /api/discussions', '/api/discussions?sort=nothing'], 400)
    await send([client, 'GET /api/totals/discussions', '/api/totals/discussions'], 200)
    await send([client, 'GET /api/posts', '/api/posts?filter[number]=x'], 422)
  })

  test('answers about one’s own account fit the description', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const { expectDescribed, send } = await expectations(forum)
    const user = await makeUser(forum)
    const client = await forum.as(user)
    const path = `/api/users/${user.id}`
    const own = [client, 'PATCH /api/users/:id', path] as const
    await send(own, 200, attributes({ preferences: { discloseOnline: false }, markedAllAsReadAt: true }))
    await send(own, 401, attributes({ email: 'new@machine.local' }, { meta: { password: 'wrong' } }))
    await send(own, 422, attributes({ preferences: 'none' }))
    const groups = { data: [{ type: 'groups', id: String(moderators) }] }
    const administrator = await forum.as(admin)
    await send([administrator, 'PATCH /api/users/:id', path], 200, {
      body: { data: { relationships: { groups } } },
    })
    const avatar = await client.postFiles(`${path}/avatar`, await picture('avatar'))
    expectDescribed('POST /api/users/:id/avatar', 200, avatar)
    expectDescribed('POST /api/logo', 200, await administrator.postFiles('/api/logo', await picture('logo')))
    await send([client, 'GET /api'], 200)
    const subject = { type: 'discussions' as const, id: (await makeDiscussion(forum)).id }
    await notify(forum, { type: 'discussionNoticed', fromUserId: 1, subject }, [user.id])
    const { body } = await send([client, 'GET /api/notifications'], 200)
    await send([client, 'PATCH /api/notifications/:id', `/api/notifications/${body.data[0]?.id}`], 200)
    await send([administrator, 'POST /api/access-tokens'], 201, attributes({ title: 'A program' }))
    await send([administrator, 'GET /api/access-tokens'], 200)
  })

  test('refusals fit the description, with their headers', async () => {
    const forum = await open()
    const { send } = await expectations(forum)
    const client = await forum.as(await makeUser(forum))
    const start = [client, 'POST /api/discussions'] as const
    const headers = { 'idempotency-key': 'once' }
    await send(start, 201, { ...attributes({ title: 'A title', content: 'A text' }), headers })
    await send(start, 409, { ...attributes({ title: 'A title', content: 'Another' }), headers })
    const throttled = await send(start, 429, attributes({ title: 'A title', content: 'Another' }))
    expect(throttled.headers['retry-after']).toBe('10')
    await send(start, 400, { body: 'nonsense' })
    await send(start, 413, attributes({ content: 'x'.repeat(1_100_000) }))
    await send([forum.browser(), 'POST /api/discussions'], 400, attributes({}))
    await send([forum.guest(), 'POST /api/token'], 401, { body: { identification: 'admin', password: 'no' } })
    await send([forum.guest(), 'GET /atom/d/:id', '/atom/d/9'], 404)
    const { id } = await makePost(forum, (await makeDiscussion(forum)).id)
    await send([client, 'DELETE /api/posts/:id', `/api/posts/${id}`], 403)
    await send([client, 'DELETE /api/posts/:id', '/api/posts/999'], 404)
  })
})

test('answers during maintenance fit the description', async () => {
  const { document } = await Description.of((await createTestForum()).guest())
  const offline = await createTestForum({ isOffline: true })
  const answer = await offline.guest().get('/api/discussions')
  expect(answer.status).toBe(503)
  expect(new Description(document).answerFaults('GET /api/discussions', answer)).toEqual([])
})

test('an attribute that does not fit its description is a fault', async () => {
  const declaration = defineExtension({
    resources: { forums: { fields: { mood: { get: () => 'good', json: 'integer' } } } },
  })
  const forum = await createTestForum({
    extensions: [{ id: 'mood', title: 'Mood', version: '1.0.0', declaration }],
  })
  const description = await Description.of(forum.guest())
  expect(description.answerFaults('GET /api', await forum.guest().get('/api'))).toEqual([
    expect.stringContaining('/data/attributes/mood must be integer'),
  ])
})
