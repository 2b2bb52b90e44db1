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
import { administrators, moderators } from '../../../points/context/actor.ts'
import { enqueueJob } from '../../queue/enqueue-job.ts'

/** Statuses for a guest, an unconfirmed account, a member, a moderator and an administrator. */
type Statuses = readonly [number, number, number, number, number]

interface Case {
  statuses: Statuses
  /** Makes the request, for each actor about new rows of other users. The default is the path of the endpoint. */
  request?(forum: TestForum, self: number): Promise<ApiRequest & { path?: string }>
}

const kinds = ['guest', 'unconfirmed', 'member', 'moderator', 'admin'] as const

const same = (status: number): Statuses => [status, status, status, status, status]
const forAll = same(200)
const onlyAdmin = (status: number): Statuses => [403, 403, 403, 403, status]
const onlyUsers = (status: number): Statuses => [401, status, status, status, status]

const attributes = (values: object) => ({ data: { attributes: values } })
const flat =
  (body: object): Case['request'] =>
  async () => ({ body })
const to =
  (path: string, body?: object): Case['request'] =>
  async () => ({ path, ...(body && { body }) })
const at =
  (
    type: string,
    create: (forum: TestForum) => Promise<{ id: number }>,
    { body, end = '' }: { body?: object; end?: string } = {},
  ): Case['request'] =>
  async (forum) => ({ path: `/api/${type}/${(await create(forum)).id}${end}`, ...(body && { body }) })
const aDiscussion = (forum: TestForum) => makeDiscussion(forum, { user_id: 1 })
const aPost = async (forum: TestForum) => makePost(forum, (await aDiscussion(forum)).id, { user_id: 1 })
const aUser = (forum: TestForum) => makeUser(forum)
const anUnconfirmedUser = (forum: TestForum) => makeUser(forum, { is_email_confirmed: false })
const aGroup = (forum: TestForum) => makeGroup(forum)
const inAnHour = 3_600_000
/** A job that waits. */
async function aJob({ current, asSystem }: TestForum) {
  const at = new Date(current.now().getTime() + inAnHour)
  await current.write(asSystem(), (context) => enqueueJob(context, 'failed-jobs.sweep', {}, { at }))
  const jobs = current.database.read.selectFrom('jobs').select('id').where('every', 'is', null)
  return jobs.orderBy('id', 'desc').executeTakeFirstOrThrow()
}

/** After an action on many accounts that was the user's own, for those who may start one. */
const afterAction: Case['request'] = async (forum, self) => {
  const client = self === 0 ? forum.guest() : await forum.as(self)
  await client.post('/api/admin/users/actions', { action: 'logOut', ids: [(await aUser(forum)).id] })
  return {}
}

let created = 0
const uniqueName = () => `created${++created}`

/** Every endpoint with the statuses that the contract requires (api-core 3, 4.7). */
const cases: Record<string, Case> = {
  'GET /api': { statuses: forAll },
  'GET /api/': { statuses: forAll },

  'GET /api/users': { statuses: [403, 403, 200, 200, 200] },
  'POST /api/users': {
    statuses: same(201),
    request: async () => {
      const username = uniqueName()
      return { body: attributes({ username, email: `${username}@machine.local`, password: 'too-obscure' }) }
    },
  },
  'GET /api/users/:id': { statuses: forAll, request: at('users', aUser) },
  'PATCH /api/users/:id': {
    statuses: onlyAdmin(200),
    request: async (forum) => ({
      path: `/api/users/${(await aUser(forum)).id}`,
      body: attributes({ username: uniqueName() }),
    }),
  },
  'DELETE /api/users/:id': { statuses: onlyAdmin(204), request: at('users', aUser) },
  'POST /api/users/:id/avatar': { statuses: onlyAdmin(422), request: at('users', aUser, { end: '/avatar' }) },
  'DELETE /api/users/:id/avatar': {
    statuses: onlyAdmin(200),
    request: at('users', aUser, { end: '/avatar' }),
  },
  'POST /api/users/:id/send-confirmation': {
    statuses: [401, 204, 403, 403, 403],
    request: async (_forum, self) => ({ path: `/api/users/${self}/send-confirmation` }),
  },

  'GET /api/groups': { statuses: forAll },
  'GET /api/groups/:id': { statuses: forAll, request: at('groups', aGroup) },
  'POST /api/groups': {
    statuses: [401, 403, 403, 403, 201],
    request: flat(attributes({ nameSingular: 'One', namePlural: 'Many' })),
  },
  'PATCH /api/groups/:id': {
    statuses: onlyAdmin(200),
    request: at('groups', aGroup, { body: attributes({ color: '#123456' }) }),
  },
  'DELETE /api/groups/:id': { statuses: onlyAdmin(204), request: at('groups', aGroup) },

  'GET /api/access-tokens': { statuses: onlyUsers(200) },
  'POST /api/access-tokens': {
    statuses: [401, 403, 403, 403, 201],
    request: flat(attributes({ title: 'A program' })),
  },
  'DELETE /api/access-tokens/:id': {
    statuses: [401, 404, 404, 404, 204],
    request: async (forum) => ({ path: `/api/access-tokens/${await tokenOfOther(forum)}` }),
  },
  'DELETE /api/sessions': { statuses: onlyUsers(204) },

  'GET /api/discussions': { statuses: forAll },
  'GET /api/totals/discussions': { statuses: forAll },
  'GET /api/discussions/:id': { statuses: forAll, request: at('discussions', aDiscussion) },
  'POST /api/discussions': {
    statuses: [403, 403, 201, 201, 201],
    request: flat(attributes({ title: 'A title', content: 'A text' })),
  },
  'PATCH /api/discussions/:id': {
    statuses: [403, 403, 403, 200, 200],
    request: at('discussions', aDiscussion, { body: attributes({ title: 'Another title' }) }),
  },
  'DELETE /api/discussions/:id': { statuses: onlyAdmin(204), request: at('discussions', aDiscussion) },

  'GET /api/posts': { statuses: forAll },
  'GET /api/posts/:id': { statuses: forAll, request: at('posts', aPost) },
  'POST /api/posts': {
    statuses: [403, 403, 201, 201, 201],
    request: async (forum) => {
      const { id } = await aDiscussion(forum)
      const relationships = { discussion: { data: { type: 'discussions', id: String(id) } } }
      return { body: { data: { attributes: { content: 'A reply' }, relationships } } }
    },
  },
  'PATCH /api/posts/:id': {
    statuses: [403, 403, 403, 200, 200],
    request: at('posts', aPost, { body: attributes({ content: 'Another text' }) }),
  },
  'DELETE /api/posts/:id': { statuses: onlyAdmin(204), request: at('posts', aPost) },

  'GET /api/notifications': { statuses: onlyUsers(200) },
  'PATCH /api/notifications/:id': { statuses: onlyUsers(404), request: to('/api/notifications/1') },
  'POST /api/notifications/read': { statuses: onlyUsers(204) },
  'DELETE /api/notifications': { statuses: onlyUsers(204) },

  'POST /api/settings': { statuses: onlyAdmin(204), request: flat({ hello: 'world' }) },
  'POST /api/permission': {
    statuses: onlyAdmin(204),
    request: flat({ permission: 'discussion.viewIpsPosts', groupIds: [moderators] }),
  },
  'GET /api/admin/permissions': { statuses: onlyAdmin(200) },
  'GET /api/admin/permissions/export': { statuses: onlyAdmin(200) },
  'POST /api/admin/permissions/import': { statuses: onlyAdmin(422), request: flat({ file: {} }) },
  'GET /api/admin/groups/:id/deletion': {
    statuses: onlyAdmin(200),
    request: to(`/api/admin/groups/${moderators}/deletion`),
  },
  'GET /api/admin/why': { statuses: onlyAdmin(200), request: to('/api/admin/why?ability=viewForum') },
  // The core has no picture without a route of its own.
  'POST /api/admin/settings/:key/picture': { statuses: onlyAdmin(404) },
  'DELETE /api/admin/settings/:key/picture': { statuses: onlyAdmin(404) },
  'GET /api/admin/settings': { statuses: onlyAdmin(200) },
  'GET /api/admin/dashboard': { statuses: onlyAdmin(200) },
  'GET /api/admin/statistics': { statuses: onlyAdmin(200) },
  'GET /api/admin/statistics.csv': { statuses: onlyAdmin(200) },
  'GET /api/statistics': { statuses: onlyAdmin(200), request: to('/api/statistics?period=lifetime') },
  'GET /api/audit-entries': { statuses: onlyAdmin(200) },
  'GET /api/audit-entries/export': { statuses: onlyAdmin(200) },
  'GET /api/audit-actions': { statuses: onlyAdmin(200) },
  'GET /api/admin/users': { statuses: onlyAdmin(200) },
  'GET /api/admin/users/count': { statuses: onlyAdmin(200) },
  'POST /api/admin/users': {
    statuses: onlyAdmin(201),
    request: async () => {
      const username = uniqueName()
      return { body: { username, email: `${username}@machine.local` } }
    },
  },
  'POST /api/admin/users/:id/confirm': {
    statuses: onlyAdmin(204),
    request: at('admin/users', anUnconfirmedUser, { end: '/confirm' }),
  },
  'POST /api/admin/users/:id/log-out': {
    statuses: onlyAdmin(204),
    request: at('admin/users', aUser, { end: '/log-out' }),
  },
  'POST /api/admin/users/:id/send-confirmation': {
    statuses: onlyAdmin(204),
    request: at('admin/users', anUnconfirmedUser, { end: '/send-confirmation' }),
  },
  'POST /api/admin/users/:id/show-email': {
    statuses: onlyAdmin(200),
    request: at('admin/users', aUser, { end: '/show-email' }),
  },
  'POST /api/admin/users/actions': {
    statuses: onlyAdmin(202),
    request: async (forum) => ({ body: { action: 'logOut', ids: [(await aUser(forum)).id] } }),
  },
  'GET /api/admin/users/actions/last': { statuses: onlyAdmin(200), request: afterAction },
  'GET /api/admin/users/actions/last/accounts': { statuses: onlyAdmin(200), request: afterAction },
  'DELETE /api/admin/users/actions/last': { statuses: onlyAdmin(204), request: afterAction },
  'POST /api/admin/view-as': {
    statuses: onlyAdmin(201),
    request: async (forum) => ({ body: { kind: 'user', id: (await aUser(forum)).id } }),
  },
  'GET /api/mail/settings': { statuses: onlyAdmin(200) },
  'POST /api/mail/test': { statuses: onlyAdmin(204) },
  'GET /api/jobs': { statuses: onlyAdmin(200) },
  // Others do not see jobs: their answer does not tell which exist.
  'DELETE /api/jobs/:id': { statuses: [404, 404, 404, 404, 204], request: at('jobs', aJob) },
  'POST /api/jobs/:id/run': { statuses: onlyAdmin(204), request: at('jobs', aJob, { end: '/run' }) },
  'GET /api/failed-jobs': { statuses: onlyAdmin(200) },
  'DELETE /api/failed-jobs/:id': { statuses: same(404), request: to('/api/failed-jobs/1') },
  'POST /api/failed-jobs/:id/retry': { statuses: onlyAdmin(404), request: to('/api/failed-jobs/1/retry') },
  'POST /api/logo': { statuses: onlyAdmin(422) },
  'DELETE /api/logo': { statuses: onlyAdmin(204) },
  'POST /api/favicon': { statuses: onlyAdmin(422) },
  'DELETE /api/favicon': { statuses: onlyAdmin(204) },
  'PATCH /api/extensions/:name': {
    statuses: onlyAdmin(404),
    request: to('/api/extensions/none', { enabled: true }),
  },
  'DELETE /api/extensions/:name': { statuses: onlyAdmin(204), request: to('/api/extensions/none') },
  'GET /api/admin/extensions': { statuses: onlyAdmin(200) },
  'GET /api/admin/extensions/:name': { statuses: onlyAdmin(404), request: to('/api/admin/extensions/none') },
  'GET /api/admin/extensions/:name/preview': {
    statuses: onlyAdmin(404),
    request: to('/api/admin/extensions/none/preview'),
  },
  'POST /api/admin/extensions/:name/purge': {
    statuses: onlyAdmin(404),
    request: to('/api/admin/extensions/none/purge', { name: 'none' }),
  },
  'POST /api/admin/safe-mode': { statuses: onlyAdmin(204), request: flat({ enabled: false }) },
  // Browsers of guests report, too.
  'POST /api/extension-errors': {
    statuses: same(204),
    request: flat({ extension: 'none', name: 'Error', place: '' }),
  },
  'GET /api/extension-readmes/:name': {
    statuses: onlyAdmin(404),
    request: to('/api/extension-readmes/none'),
  },
  'DELETE /api/cache': { statuses: onlyAdmin(204) },

  'POST /api/token': {
    statuses: forAll,
    request: flat({ identification: admin.username, password: admin.password }),
  },
  'POST /api/forgot': {
    statuses: same(204),
    request: async () => ({ body: { email: `${uniqueName()}@machine.local` } }),
  },
  'GET /forgot': { statuses: forAll },
  'POST /forgot': {
    statuses: same(303),
    request: async () => ({ body: { email: `${uniqueName()}@machine.local` } }),
  },
  'POST /login': {
    statuses: forAll,
    request: flat({ identification: admin.username, password: admin.password }),
  },
  'POST /register': {
    statuses: same(201),
    request: async () => {
      const username = uniqueName()
      return { body: { username, email: `${username}@machine.local`, password: 'too-obscure' } }
    },
  },
  'GET /logout': { statuses: [302, 200, 200, 200, 200] },
  'POST /global-logout': { statuses: onlyUsers(204) },
  'GET /confirm/:token': { statuses: same(403), request: to('/confirm/none') },
  'POST /confirm/:token': { statuses: same(403), request: to('/confirm/none') },
  'GET /reset/:token': { statuses: same(404), request: to('/reset/none') },
  'GET /unsubscribe/:token': { statuses: same(404), request: to('/unsubscribe/none') },
  'POST /unsubscribe/:token': { statuses: same(404), request: to('/unsubscribe/none') },
  'POST /reset': { statuses: same(404), request: flat({ passwordToken: 'none', password: 'x' }) },

  'GET /admin': { statuses: onlyAdmin(404) },
  'GET /admin/*': { statuses: onlyAdmin(404), request: to('/admin/users') },
  'GET /admin/extensions/:name': { statuses: onlyAdmin(404), request: to('/admin/extensions/none') },
  'POST /admin/extensions/:name': {
    statuses: onlyAdmin(404),
    request: to('/admin/extensions/none', { enabled: '1' }),
  },
  // Guests are asked to log in. Administrators, too, need a valid link.
  'GET /safe-mode/:token': { statuses: [200, 403, 403, 403, 403], request: to('/safe-mode/none') },
  'POST /safe-mode/:token': { statuses: same(403), request: to('/safe-mode/none') },
  // A new forum has no custom style sheet.
  'GET /custom.css': { statuses: same(404) },
  'GET /atom': { statuses: forAll },
  'GET /atom/d/:id': {
    statuses: forAll,
    request: async (forum) => ({ path: `/atom/d/${(await aDiscussion(forum)).id}` }),
  },
  'GET /atom/u/:slug': { statuses: forAll, request: to('/atom/u/admin') },
  'GET /api/openapi.json': { statuses: forAll },
  'GET /robots.txt': { statuses: forAll },
  'GET /assets/icons/:style/:file': { statuses: forAll, request: to('/assets/icons/fas/tag.svg') },
  'GET /sitemap.xml': { statuses: forAll },
  'GET /sitemap-:file': { statuses: same(404), request: to('/sitemap-none') },
}

/** Pages with forms exist only with a build of the client: the journeys test them. */
const pages = ['/login', '/register', '/composer', '/d/:id/reply'].flatMap((path) => [
  `GET ${path}`,
  `POST ${path}`,
])

async function tokenOfOther(forum: TestForum): Promise<number> {
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

async function logIn(forum: TestForum, kind: (typeof kinds)[number]) {
  if (kind === 'guest') {
    const client = forum.browser()
    await client.get('/api')
    return { client, id: 0 }
  }
  const groupIds = kind === 'admin' ? [administrators] : kind === 'moderator' ? [moderators] : []
  const { id } = await makeUser(forum, { groupIds, is_email_confirmed: kind !== 'unconfirmed' })
  return { client: await forum.browserOf(id), id }
}

eachTestForum((open) => {
  test('the table lists every endpoint', async () => {
    const forum = await open()
    const listed = new Set([...Object.keys(cases), ...pages])
    expect(endpointsOf(forum).filter((endpoint) => !listed.has(endpoint))).toEqual([])
    expect(Object.keys(cases).filter((endpoint) => !endpointsOf(forum).includes(endpoint))).toEqual([])
  })

  test('guests, unconfirmed users, members, moderators and administrators get the required statuses, as described by the API', async () => {
    const forum = await open()
    const statusesOf: Record<string, number[]> = {}
    const description = await Description.of(forum.guest())
    const faults: string[] = []
    for (const [endpoint, { request: makeRequest }] of Object.entries(cases)) {
      const [method = '', path = ''] = endpoint.split(' ')
      for (const kind of kinds) {
        const { client, id } = await logIn(forum, kind)
        const { path: url = path, ...request } = (await makeRequest?.(forum, id)) ?? {}
        const isUnsafe = method !== 'GET'
        const answer = await client.send(url, { method, ...(isUnsafe && { body: {} }), ...request })
        const { status } = answer
        statusesOf[endpoint] = [...(statusesOf[endpoint] ?? []), status]
        faults.push(...description.answerFaults(endpoint, answer))
        if (status < 300 && request.body) faults.push(...description.requestFaults(endpoint, request.body))
      }
    }
    expect(statusesOf).toEqual(
      Object.fromEntries(Object.entries(cases).map(([endpoint, { statuses }]) => [endpoint, [...statuses]])),
    )
    expect(faults).toEqual([])
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  }, 120_000)
})
