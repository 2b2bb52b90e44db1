import {
  type ApiClient,
  type ApiResponse,
  allRowsReader,
  eachTestForum,
  endpointsOf,
  makeDiscussion,
  makeGroup,
  makeUser,
  type TestForum,
} from '@parley/testing'
import { casesOfRun } from '@parley/testing/all-tests'
import { expect, test } from 'vitest'
import { moderators } from '../../../points/context/actor.ts'

const hugeText = 'x'.repeat(1_000_000)

/** Values that replace valid ones. Two are parsed, so that `__proto__` is an own member. */
const values: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    1,
    1.5,
    -1,
    1e308,
    '',
    ' ',
    '0',
    'text',
    [],
    ['x'],
    [[]],
    [{}],
    {},
    { a: { b: [] } },
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'a\0b',
    'a\ud800b',
    '\u202eabc\u202c',
    '👩‍👩‍👧‍👦👍🏽',
    hugeText,
    [hugeText.slice(0, 9)],
  ],
  JSON.parse('{"__proto__":{"isAdmin":true},"constructor":1,"toString":"x"}'),
  JSON.parse('{"id":1,"type":"groups","data":[{"id":"1"}]}'),
]

/** One member of one request, which takes each of the values. */
interface Member {
  name: string
  send(value: unknown): Promise<ApiResponse>
  /** The schema that must decide on the value, if any. */
  schema?: { safeParse(value: unknown): { success: boolean } }
  /** Its name in error pointers. */
  errorName?: string
}

function abbreviate(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 60)
}

/** Finds a fault in an error answer of the API; undefined for none. */
function faultOf({ status, body, headers }: ApiResponse): string | undefined {
  if (status >= 500) return `status ${status}`
  if (status < 400) return undefined
  if (!String(headers['content-type']).startsWith('application/vnd.api+json')) return 'no document'
  if (!Array.isArray(body.errors) || body.errors.length === 0) return 'no errors'
  for (const { status: errorStatus, code, detail, source } of body.errors) {
    if (errorStatus !== String(status) || !code) return `${errorStatus} ${code} in a ${status}`
    if (status === 422 && (!detail || !source?.pointer.startsWith('/data'))) return 'a 422 without a pointer'
    if (detail?.includes('%')) return 'an unreplaced % in a detail'
  }
  return undefined
}

async function faultsOf(forum: TestForum, members: readonly Member[]): Promise<string[]> {
  const faults: string[] = []
  await forum.settled()
  const readAll = await allRowsReader(forum)
  for (const { name, send, schema, errorName } of members) {
    const report = (value: unknown, fault: string) =>
      void faults.push(`${name} = ${abbreviate(value)}: ${fault}`)
    const initial = await readAll()
    const answers = await sendAll(send, values)
    for (const [index, value] of values.entries()) {
      const answer = answers[index]
      if (!answer) continue
      const fault = faultOf(answer)
      if (fault) report(value, fault)
      if (!schema || value === null || schema.safeParse(value).success) continue
      const pointer = `/data/attributes/${errorName}`
      const isNamed = answer.body.errors?.some(({ source }) => source?.pointer === pointer)
      if (answer.status !== 422 || !isNamed) report(value, `${answer.status} without ${pointer}`)
    }
    // Refused values must change nothing: they are sent again without the accepted ones.
    const refused = values.filter((_, index) => (answers[index]?.status ?? 0) >= 400)
    const before = refused.length === values.length ? initial : await readAll()
    await sendAll(send, refused)
    if ((await readAll()) !== before) report(refused, 'a refused value changed a row')
  }
  return faults
}

/** Sends six values at a time: many are only answered after a pause. */
async function sendAll(send: Member['send'], batch: readonly unknown[]): Promise<ApiResponse[]> {
  const answers: ApiResponse[] = []
  for (let start = 0; start < batch.length; start += 6)
    answers.push(...(await Promise.all(batch.slice(start, start + 6).map(send))))
  return answers
}

let created = 0
const uniqueName = () => `member${++created}`

/** Valid documents for each resource that can be created. The tests replace one member at a time. */
const validDocuments: Record<string, (ids: { discussion: number }) => { attributes: object }> = {
  users: () => {
    const username = uniqueName()
    return { attributes: { username, email: `${username}@machine.local`, password: 'long enough' } }
  },
  groups: () => ({ attributes: { nameSingular: uniqueName(), namePlural: uniqueName() } }),
  discussions: () => ({ attributes: { title: 'A title', content: 'A text' } }),
  posts: ({ discussion }) => ({
    attributes: { content: 'A text' },
    relationships: { discussion: { data: { type: 'discussions', id: String(discussion) } } },
  }),
  'access-tokens': () => ({ attributes: { title: 'A program' } }),
}

/** Attributes that must change together with others. */
const companions: Record<string, object> = { groups: { nameSingular: 'One', namePlural: 'Many' } }

/** Every attribute of every resource, in create and update requests. */
function attributeMembers(forum: TestForum, client: ApiClient, ids: Record<string, number>): Member[] {
  const members: Member[] = []
  const discussion = ids.discussions ?? 0
  for (const { type, table, endpoints, fields } of forum.current.points.resources.values()) {
    if (table === undefined) continue
    for (const [name, { schema, errorName, writable }] of fields) {
      if (!schema) continue
      if (endpoints.create) {
        const makeDocument = validDocuments[type]
        if (!makeDocument) throw new Error(`Add a valid document of ${type} to validDocuments`)
        const send = (value: unknown) => {
          const { attributes, ...data } = makeDocument({ discussion })
          return client.post(`/api/${type}`, {
            data: { ...data, attributes: { ...attributes, [name]: value } },
          })
        }
        members.push({ name: `POST ${type}.${name}`, send })
      }
      if (endpoints.update) {
        const send = (value: unknown) =>
          client.patch(`/api/${type}/${ids[type]}`, {
            data: { attributes: { ...companions[type], [name]: value } },
          })
        const hasSchema = writable !== undefined && !/^(preferences|markedAllAsReadAt)$/.test(name)
        const judgedBy = hasSchema && { schema, errorName: errorName ?? name }
        members.push({ name: `PATCH ${type}.${name}`, send, ...judgedBy })
      }
    }
  }
  return members
}

/** Members of documents besides attributes of resources, and the attributes of one's own account. */
function documentMembers(client: ApiClient, self: ApiClient, ids: Record<string, number>): Member[] {
  const paths = ['discussions', 'posts', 'users', 'groups'].map((type) => `/api/${type}/${ids[type]}`)
  const places: Record<string, (value: unknown) => object> = {
    data: (data) => ({ data }),
    attributes: (attributes) => ({ data: { attributes } }),
    relationships: (relationships) => ({ data: { relationships } }),
    meta: (meta) => ({ data: {}, meta }),
    'meta.password': (password) => ({
      data: { attributes: { email: 'other@machine.local' } },
      meta: { password },
    }),
    groups: (groups) => ({ data: { relationships: { groups } } }),
    'groups.data': (data) => ({ data: { relationships: { groups: { data } } } }),
    'groups.data.id': (id) => ({ data: { relationships: { groups: { data: [{ type: 'groups', id }] } } } }),
  }
  const changes = paths.flatMap((path) =>
    Object.entries(places).map(([name, body]) => ({
      name: `PATCH ${path} ${name}`,
      send: (value: unknown) => client.patch(path, body(value)),
    })),
  )
  const own = ['preferences', 'markedAllAsReadAt', 'email', 'username', 'isEmailConfirmed'].map((name) => ({
    name: `PATCH own ${name}`,
    send: (value: unknown) =>
      self.patch(`/api/users/${ids.self}`, { data: { attributes: { [name]: value } } }),
  }))
  const preferences = ['discloseOnline', 'locale', 'notify_discussionRenamed_alert', '__proto__'].map(
    (key) => ({
      name: `PATCH own preferences.${key}`,
      send: (value: unknown) => {
        const chosen = JSON.parse(`{${JSON.stringify(key)}:${JSON.stringify(value)}}`) as unknown
        return self.patch(`/api/users/${ids.self}`, { data: { attributes: { preferences: chosen } } })
      },
    }),
  )
  const replies = ['discussion', 'data', 'id'].map((name) => ({
    name: `POST posts ${name}`,
    send: (value: unknown) => {
      const discussion = name === 'discussion' ? value : { data: name === 'data' ? value : { id: value } }
      return client.post('/api/posts', {
        data: { attributes: { content: 'x' }, relationships: { discussion } },
      })
    },
  }))
  return [...changes, ...own, ...preferences, ...replies]
}

/** Every member of every flat body. */
function flatMembers(forum: TestForum, client: ApiClient, browser: ApiClient): Member[] {
  const flat = (method: string, path: string, body: Record<string, unknown>, names = Object.keys(body)) =>
    names.map((name) => ({
      name: `${method} ${path} ${name}`,
      send: (value: unknown) =>
        (path.startsWith('/api') ? client : browser).send(path, { method, body: { ...body, [name]: value } }),
    }))
  const login = { identification: 'nobody', password: 'wrong', remember: true }
  const account = { username: 'admin', email: 'admin@machine.local', password: 'long enough', token: 'none' }
  const settings = [...forum.current.points.settings.keys(), 'hello', 'extensions_enabled', 'version']
  return [
    ...flat('POST', '/api/settings', {}, settings),
    ...['__proto__', 'constructor', 'a\0b', 'a\ud800', 'k'.repeat(101), '', '😀'].map((key) => ({
      name: `POST /api/settings key ${abbreviate(key)}`,
      send: (value: unknown) =>
        client.send('/api/settings', {
          method: 'POST',
          body: `{${JSON.stringify(key)}:${JSON.stringify(value)}}`,
        }),
    })),
    ...flat('POST', '/api/permission', {
      permission: 'discussion.hide',
      groupIds: [moderators],
      version: 'x',
    }),
    ...flat('POST', '/api/admin/permissions/import', { file: {}, choices: {}, version: 'x', apply: true }),
    ...flat('POST', '/api/forgot', { email: 'nobody@machine.local' }),
    ...flat('POST', '/api/token', login),
    ...flat('POST', '/login', login, ['identification', 'password']),
    ...flat('POST', '/register', account),
    ...flat('PATCH', '/api/extensions/none', { enabled: true }),
  ]
}

async function scene(forum: TestForum) {
  const [self, target] = [await makeUser(forum), await makeUser(forum)]
  const discussion = await makeDiscussion(forum, { user_id: 1 })
  const ids = {
    self: self.id,
    users: target.id,
    groups: (await makeGroup(forum)).id,
    discussions: discussion.id,
    posts: discussion.first_post_id ?? 0,
  }
  const clients = { admin: await forum.as(1), self: await forum.as(self) }
  // The first request of a user changes `last_seen_at`.
  for (const client of Object.values(clients)) await client.get('/api')
  return { ids, ...clients }
}

const loggedErrors = (forum: TestForum) => forum.logged.filter(({ level }) => level === 'error')

eachTestForum((open) => {
  test('every attribute accepts what its schema accepts; other values are refused and change nothing', async () => {
    const forum = await open()
    const { ids, admin } = await scene(forum)
    expect(await faultsOf(forum, casesOfRun(attributeMembers(forum, admin, ids), 3))).toEqual([])
    expect(loggedErrors(forum)).toEqual([])
  }, 240_000)

  test('other members of documents refuse wrong values without changes', async () => {
    const forum = await open()
    const { ids, admin, self } = await scene(forum)
    expect(await faultsOf(forum, casesOfRun(documentMembers(admin, self, ids), 3))).toEqual([])
    expect(loggedErrors(forum)).toEqual([])
  }, 240_000)

  test('members of flat bodies refuse wrong values without changes', async () => {
    const forum = await open()
    const { admin } = await scene(forum)
    const browser = forum.browser()
    await browser.get('/api')
    expect(await faultsOf(forum, casesOfRun(flatMembers(forum, admin, browser), 3))).toEqual([])
    expect(loggedErrors(forum)).toEqual([])
    expect((await forum.guest().get('/api')).status).toBe(200)
  }, 240_000)

  test('an existing path with another method is 405: a document in the API, a page elsewhere', async () => {
    const forum = await open()
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
    const methodsByPath = new Map<string, Set<string>>()
    for (const endpoint of endpointsOf(forum)) {
      const [method = '', path = ''] = endpoint.split(' ')
      methodsByPath.set(path, new Set([...(methodsByPath.get(path) ?? []), method]))
    }
    const admin = await forum.as(1)
    const faults: string[] = []
    for (const [path, allowed] of methodsByPath) {
      // Pages that exist only with a build of the client.
      if (['/composer', '/d/:id/reply'].includes(path)) continue
      const url = path.replace(':id', '1').replace(/:\w+/, 'none')
      for (const method of methods.filter((name) => !allowed.has(name))) {
        for (const client of [admin, forum.guest()]) {
          const { status, headers, body } = await client.send(url, { method })
          const isApi = path.startsWith('/api')
          const type = isApi ? 'application/vnd.api+json' : 'text/html; charset=utf-8'
          const hasRightForm =
            headers['content-type'] === type && (!isApi || body.errors[0]?.code === 'method_not_allowed')
          if (status !== 405 || !hasRightForm)
            faults.push(`${method} ${path}: ${status} ${headers['content-type']}`)
        }
      }
    }
    expect([...new Set(faults)]).toEqual([])
  }, 60_000)

  test('ids without a row are 404 on every path, and change nothing', async () => {
    const forum = await open()
    const { admin } = await scene(forum)
    const ids = [
      '0',
      '-1',
      '999999',
      'abc',
      '1.5',
      '1e3',
      '0x1',
      '9'.repeat(30),
      '__proto__',
      'constructor',
    ].concat(
      '%00',
      '%e4%bd',
      '%EF%BC%91',
      '1%2f2',
      '%201',
      "1'or'1",
      '1%20or%201=1',
      '[1]',
      '',
      'x'.repeat(300),
    )
    await forum.settled()
    const readAll = await allRowsReader(forum)
    const before = await readAll()
    const faults: string[] = []
    for (const endpoint of endpointsOf(forum)) {
      const [method = '', path = ''] = endpoint.split(' ')
      if (!path.includes(':id') || path === '/d/:id/reply') continue
      for (const id of ids) {
        const isUnsafe = method !== 'GET'
        const url = path.replace(':id', id)
        const { status } = await admin.send(url, { method, ...(isUnsafe && { body: {} }) })
        const isRefused = path.endsWith('send-confirmation') && status === 403
        const isMalformed = id === '%e4%bd' && status === 400
        const isNoPath = id === '' && [404, 405].includes(status)
        if (status !== 404 && !isRefused && !isMalformed && !isNoPath)
          faults.push(`${method} ${url}: ${status}`)
      }
    }
    expect(faults).toEqual([])
    expect(await readAll()).toBe(before)
    expect(loggedErrors(forum)).toEqual([])
  }, 60_000)
})
