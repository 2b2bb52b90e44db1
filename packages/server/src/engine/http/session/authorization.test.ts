import {
  type ApiRequest,
  admin,
  Description,
  eachTestForum,
  endpointsOf,
  makeDiscussion,
  makeGroup,
  makePost,
  makeUser,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'

/** Statuses for a guest, an unconfirmed account, a member, a moderator and an administrator. */
type Statuses = readonly [number, number, number, number, number]

interface Case {
  statuses: Statuses
  /** What is asked for, about somebody else's things, made anew for each actor; nothing but the path unless given. */
  ask?(forum: TestForum, self: number): Promise<ApiRequest & { path?: string }>
}

const kinds = ['guest', 'unconfirmed', 'member', 'moderator', 'admin'] as const

const forAll: Statuses = [200, 200, 200, 200, 200]
const admins = (status: number): Statuses => [403, 403, 403, 403, status]
const accounts = (status: number): Statuses => [401, status, status, status, status]

const attributes = (values: object) => ({ data: { attributes: values } })
const flat =
  (body: object): Case['ask'] =>
  async () => ({ body })
const at = (
  type: string,
  make: (forum: TestForum) => Promise<{ id: number }>,
  body?: object,
): Case['ask'] => {
  return async (forum) => ({ path: `/api/${type}/${(await make(forum)).id}`, ...(body && { body }) })
}
const aDiscussion = (forum: TestForum) => makeDiscussion(forum, { user_id: 1 })
const aPost = async (forum: TestForum) => makePost(forum, (await aDiscussion(forum)).id, { user_id: 1 })
const aUser = (forum: TestForum) => makeUser(forum)
const aGroup = (forum: TestForum) => makeGroup(forum)

let made = 0
const unique = () => `made${++made}`

/** Every endpoint, with what the contract says about who may do it (api-core 3, 4.7). */
const cases: Record<string, Case> = {
  'GET /api': { statuses: forAll },
  'GET /api/': { statuses: forAll },

  'GET /api/users': { statuses: [403, 403, 200, 200, 200] },
  'POST /api/users': {
    statuses: [201, 201, 201, 201, 201],
    ask: async () => {
      const username = unique()
      return { body: attributes({ username, email: `${username}@machine.local`, password: 'too-obscure' }) }
    },
  },
  'GET /api/users/:id': { statuses: forAll, ask: at('users', aUser) },
  'PATCH /api/users/:id': {
    statuses: admins(200),
    ask: async (forum) => ({
      path: `/api/users/${(await aUser(forum)).id}`,
      body: attributes({ username: unique() }),
    }),
  },
  'DELETE /api/users/:id': { statuses: admins(204), ask: at('users', aUser) },
  'POST /api/users/:id/avatar': {
    statuses: admins(422),
    ask: async (forum) => ({ path: `/api/users/${(await aUser(forum)).id}/avatar` }),
  },
  'DELETE /api/users/:id/avatar': {
    statuses: admins(200),
    ask: async (forum) => ({ path: `/api/users/${(await aUser(forum)).id}/avatar` }),
  },
  'POST /api/users/:id/send-confirmation': {
    statuses: [401, 204, 403, 403, 403],
    ask: async (_forum, self) => ({ path: `/api/users/${self}/send-confirmation` }),
  },

  'GET /api/groups': { statuses: forAll },
  'GET /api/groups/:id': { statuses: forAll, ask: at('groups', aGroup) },
  'POST /api/groups': {
    statuses: [401, 403, 403, 403, 201],
    ask: flat(attributes({ nameSingular: 'One', namePlural: 'Many' })),
  },
  'PATCH /api/groups/:id': {
    statuses: admins(200),
    ask: at('groups', aGroup, attributes({ color: '#123456' })),
  },
  'DELETE /api/groups/:id': { statuses: admins(204), ask: at('groups', aGroup) },

  'GET /api/access-tokens': { statuses: accounts(200) },
  'POST /api/access-tokens': {
    statuses: [401, 403, 403, 403, 201],
    ask: flat(attributes({ title: 'A program' })),
  },
  'DELETE /api/access-tokens/:id': {
    statuses: [401, 404, 404, 404, 204],
    ask: async (forum) => ({ path: `/api/access-tokens/${await tokenOfSomebody(forum)}` }),
  },
  'DELETE /api/sessions': { statuses: accounts(204) },

  'GET /api/discussions': { statuses: forAll },
  'GET /api/discussions/:id': { statuses: forAll, ask: at('discussions', aDiscussion) },
  'POST /api/discussions': {
    statuses: [403, 403, 201, 201, 201],
    ask: flat(attributes({ title: 'A title', content: 'A text' })),
  },
  'PATCH /api/discussions/:id': {
    statuses: [403, 403, 403, 200, 200],
    ask: at('discussions', aDiscussion, attributes({ title: 'Another title' })),
  },
  'DELETE /api/discussions/:id': { statuses: admins(204), ask: at('discussions', aDiscussion) },

  'GET /api/posts': { statuses: forAll },
  'GET /api/posts/:id': { statuses: forAll, ask: at('posts', aPost) },
  'POST /api/posts': {
    statuses: [403, 403, 201, 201, 201],
    ask: async (forum) => {
      const { id } = await aDiscussion(forum)
      const relationships = { discussion: { data: { type: 'discussions', id: String(id) } } }
      return { body: { data: { attributes: { content: 'A reply' }, relationships } } }
    },
  },
  'PATCH /api/posts/:id': {
    statuses: [403, 403, 403, 200, 200],
    ask: at('posts', aPost, attributes({ content: 'Another text' })),
  },
  'DELETE /api/posts/:id': { statuses: admins(204), ask: at('posts', aPost) },

  'GET /api/notifications': { statuses: accounts(200) },
  'PATCH /api/notifications/:id': {
    statuses: accounts(404),
    ask: async () => ({ path: '/api/notifications/1' }),
  },
  'POST /api/notifications/read': { statuses: accounts(204) },
  'DELETE /api/notifications': { statuses: accounts(204) },

  'POST /api/settings': { statuses: admins(204), ask: flat({ hello: 'world' }) },
  'POST /api/permission': {
    statuses: admins(204),
    ask: flat({ permission: 'discussion.viewIpsPosts', groupIds: [4] }),
  },
  'GET /api/mail/settings': { statuses: admins(200) },
  'POST /api/mail/test': { statuses: admins(204) },
  'GET /api/failed-jobs': { statuses: admins(200) },
  'DELETE /api/failed-jobs/:id': {
    statuses: [404, 404, 404, 404, 404],
    ask: async () => ({ path: '/api/failed-jobs/1' }),
  },
  'POST /api/failed-jobs/:id/retry': {
    statuses: admins(404),
    ask: async () => ({ path: '/api/failed-jobs/1/retry' }),
  },
  'POST /api/logo': { statuses: admins(422) },
  'DELETE /api/logo': { statuses: admins(204) },
  'POST /api/favicon': { statuses: admins(422) },
  'DELETE /api/favicon': { statuses: admins(204) },
  'PATCH /api/extensions/:name': {
    statuses: admins(404),
    ask: async () => ({ path: '/api/extensions/none', body: { enabled: true } }),
  },
  'DELETE /api/extensions/:name': {
    statuses: admins(204),
    ask: async () => ({ path: '/api/extensions/none' }),
  },
  'GET /api/extension-readmes/:name': {
    statuses: admins(404),
    ask: async () => ({ path: '/api/extension-readmes/none' }),
  },
  'DELETE /api/cache': { statuses: admins(204) },

  'POST /api/token': {
    statuses: forAll,
    ask: flat({ identification: admin.username, password: admin.password }),
  },
  'POST /api/forgot': {
    statuses: [204, 204, 204, 204, 204],
    ask: async () => ({ body: { email: `${unique()}@machine.local` } }),
  },
  'GET /forgot': { statuses: forAll },
  'POST /forgot': {
    statuses: [303, 303, 303, 303, 303],
    ask: async () => ({ body: { email: `${unique()}@machine.local` } }),
  },
  'POST /login': {
    statuses: forAll,
    ask: flat({ identification: admin.username, password: admin.password }),
  },
  'POST /register': {
    statuses: [201, 201, 201, 201, 201],
    ask: async () => {
      const username = unique()
      return { body: { username, email: `${username}@machine.local`, password: 'too-obscure' } }
    },
  },
  'GET /logout': { statuses: [302, 200, 200, 200, 200] },
  'POST /global-logout': { statuses: accounts(204) },
  'GET /confirm/:token': {
    statuses: [403, 403, 403, 403, 403],
    ask: async () => ({ path: '/confirm/none' }),
  },
  'POST /confirm/:token': {
    statuses: [403, 403, 403, 403, 403],
    ask: async () => ({ path: '/confirm/none' }),
  },
  'GET /reset/:token': { statuses: [404, 404, 404, 404, 404], ask: async () => ({ path: '/reset/none' }) },
  'GET /unsubscribe/:token': {
    statuses: [404, 404, 404, 404, 404],
    ask: async () => ({ path: '/unsubscribe/none' }),
  },
  'POST /unsubscribe/:token': {
    statuses: [404, 404, 404, 404, 404],
    ask: async () => ({ path: '/unsubscribe/none' }),
  },
  'POST /reset': { statuses: [404, 404, 404, 404, 404], ask: flat({ passwordToken: 'none', password: 'x' }) },

  'GET /admin': { statuses: admins(404) },
  'POST /admin/extensions/:name': {
    statuses: admins(404),
    ask: async () => ({ path: '/admin/extensions/none', body: { enabled: '1' } }),
  },
  // There is none in a new forum.
  'GET /custom.css': { statuses: [404, 404, 404, 404, 404] },
  'GET /atom': { statuses: forAll },
  'GET /atom/d/:id': {
    statuses: forAll,
    ask: async (forum) => ({ path: `/atom/d/${(await aDiscussion(forum)).id}` }),
  },
  'GET /atom/u/:slug': { statuses: forAll, ask: async () => ({ path: '/atom/u/admin' }) },
  'GET /api/openapi.json': { statuses: forAll },
  'GET /robots.txt': { statuses: forAll },
  'GET /sitemap.xml': { statuses: forAll },
  'GET /sitemap-:file': { statuses: [404, 404, 404, 404, 404], ask: async () => ({ path: '/sitemap-none' }) },
}

/** Pages with forms are the client's, and without its build they are not there: the journeys look at them. */
const pages = ['/login', '/register', '/composer', '/d/:id/reply'].flatMap((path) => [
  `GET ${path}`,
  `POST ${path}`,
])

async function tokenOfSomebody(forum: TestForum): Promise<number> {
  const { id } = await makeUser(forum)
  await forum.as(id)
  const { database } = forum.current
  const rows = await database.read
    .selectFrom('access_tokens')
    .select('id')
    .where('user_id', '=', id)
    .execute()
  return rows[0]?.id ?? 0
}

async function somebody(forum: TestForum, kind: (typeof kinds)[number]) {
  if (kind === 'guest') {
    const client = forum.browser()
    await client.get('/api')
    return { client, id: 0 }
  }
  const groupIds = kind === 'admin' ? [1] : kind === 'moderator' ? [4] : []
  const { id } = await makeUser(forum, { groupIds, is_email_confirmed: kind !== 'unconfirmed' })
  return { client: await forum.browserOf(id), id }
}

eachTestForum((open) => {
  test('every endpoint stands in the table', async () => {
    const forum = await open()
    const known = new Set([...Object.keys(cases), ...pages])
    expect(endpointsOf(forum).filter((endpoint) => !known.has(endpoint))).toEqual([])
    expect(Object.keys(cases).filter((endpoint) => !endpointsOf(forum).includes(endpoint))).toEqual([])
  })

  test('guests, unconfirmed, members, moderators and administrators may what they should, as the API describes itself', async () => {
    const forum = await open()
    const answered: Record<string, number[]> = {}
    const description = await Description.of(forum.guest())
    const faults: string[] = []
    for (const [endpoint, { ask }] of Object.entries(cases)) {
      const [method = '', path = ''] = endpoint.split(' ')
      for (const kind of kinds) {
        const { client, id } = await somebody(forum, kind)
        const { path: asked = path, ...request } = (await ask?.(forum, id)) ?? {}
        const isUnsafe = method !== 'GET'
        const answer = await client.send(asked, { method, ...(isUnsafe && { body: {} }), ...request })
        const { status } = answer
        answered[endpoint] = [...(answered[endpoint] ?? []), status]
        faults.push(...description.answerFaults(endpoint, answer))
        if (status < 300 && request.body) faults.push(...description.requestFaults(endpoint, request.body))
      }
    }
    expect(answered).toEqual(
      Object.fromEntries(Object.entries(cases).map(([endpoint, { statuses }]) => [endpoint, [...statuses]])),
    )
    expect(faults).toEqual([])
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  }, 120_000)
})
