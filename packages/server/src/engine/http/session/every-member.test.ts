import {
  type ApiClient,
  type ApiResponse,
  eachTestForum,
  endpointsOf,
  makeDiscussion,
  makeGroup,
  makeUser,
  type TestForum,
} from '@parley/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

const huge = 'x'.repeat(1_000_000)

/** What may stand where something else belongs. Parsed, so that `__proto__` is a member of its own. */
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
    huge,
    [huge.slice(0, 9)],
  ],
  JSON.parse('{"__proto__":{"isAdmin":true},"constructor":1,"toString":"x"}'),
  JSON.parse('{"id":1,"type":"groups","data":[{"id":"1"}]}'),
]

/** One member of one request, replaced by everything there is. */
interface Member {
  name: string
  send(value: unknown): Promise<ApiResponse>
  /** The schema that judges it, where the definitions name one. */
  schema?: { safeParse(value: unknown): { success: boolean } }
  /** What errors call it. */
  errorName?: string
}

/** Reads every row of every table. */
async function reader({ current: { database } }: TestForum): Promise<() => Promise<string>> {
  const tables = (await database.read.introspection.getTables()).map(({ name }) => name)
  const names = tables.filter((name) => !/^(sqlite_|search_|jobs$)/.test(name)).sort()
  const queries = names.map((name) => sql`select * from ${sql.table(name)} order by 1`.compile(database.read))
  return async () => {
    const results = await Promise.all(queries.map((query) => database.read.executeQuery(query)))
    return JSON.stringify(results.map(({ rows }) => rows))
  }
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 60)
}

/** What is wrong with an answer of the API that refuses something; undefined for nothing. */
function faultOf({ status, body, headers }: ApiResponse): string | undefined {
  if (status >= 500) return `status ${status}`
  if (status < 400) return undefined
  if (!String(headers['content-type']).startsWith('application/vnd.api+json')) return 'no document'
  if (!Array.isArray(body.errors) || body.errors.length === 0) return 'no errors'
  for (const { status: told, code, detail, source } of body.errors) {
    if (told !== String(status) || !code) return `${told} ${code} in a ${status}`
    if (status === 422 && (!detail || !source?.pointer.startsWith('/data'))) return 'a 422 without a pointer'
    if (detail?.includes('%')) return 'a bare % in a detail'
  }
  return undefined
}

async function faultsOf(forum: TestForum, members: readonly Member[]): Promise<string[]> {
  const faults: string[] = []
  await forum.settled()
  const contents = await reader(forum)
  for (const { name, send, schema, errorName } of members) {
    const note = (value: unknown, fault: string) => void faults.push(`${name} = ${shown(value)}: ${fault}`)
    const begun = await contents()
    const answers = await sendAll(send, values)
    for (const [index, value] of values.entries()) {
      const answer = answers[index]
      if (!answer) continue
      const fault = faultOf(answer)
      if (fault) note(value, fault)
      if (!schema || value === null || schema.safeParse(value).success) continue
      const pointer = `/data/attributes/${errorName}`
      const isNamed = answer.body.errors?.some(({ source }) => source?.pointer === pointer)
      if (answer.status !== 422 || !isNamed) note(value, `${answer.status} without ${pointer}`)
    }
    // Those that are refused change nothing: once more, without those that may.
    const refused = values.filter((_, index) => (answers[index]?.status ?? 0) >= 400)
    const before = refused.length === values.length ? begun : await contents()
    await sendAll(send, refused)
    if ((await contents()) !== before) note(refused, 'one that was refused changed something')
  }
  return faults
}

/** Some at a time: many are only answered after a pause. */
async function sendAll(send: Member['send'], sent: readonly unknown[]): Promise<ApiResponse[]> {
  const answers: ApiResponse[] = []
  for (let start = 0; start < sent.length; start += 6)
    answers.push(...(await Promise.all(sent.slice(start, start + 6).map(send))))
  return answers
}

let made = 0
const unique = () => `member${++made}`

/** Whole documents for each resource that is created, which every member is left in but one. */
const created: Record<string, (ids: { discussion: number }) => { attributes: object }> = {
  users: () => {
    const username = unique()
    return { attributes: { username, email: `${username}@machine.local`, password: 'long enough' } }
  },
  groups: () => ({ attributes: { nameSingular: unique(), namePlural: unique() } }),
  discussions: () => ({ attributes: { title: 'A title', content: 'A text' } }),
  posts: ({ discussion }) => ({
    attributes: { content: 'A text' },
    relationships: { discussion: { data: { type: 'discussions', id: String(discussion) } } },
  }),
  'access-tokens': () => ({ attributes: { title: 'A program' } }),
}

/** Attributes that change only with others. */
const together: Record<string, object> = { groups: { nameSingular: 'One', namePlural: 'Many' } }

/** Every writable attribute of every resource, created and changed. */
function attributeMembers(forum: TestForum, client: ApiClient, ids: Record<string, number>): Member[] {
  const members: Member[] = []
  const discussion = ids.discussions ?? 0
  for (const { type, table, endpoints, fields } of forum.current.points.resources.values()) {
    if (table === undefined) continue
    for (const [name, { schema, errorName, writable }] of fields) {
      if (!schema) continue
      if (endpoints.create) {
        const whole = created[type]
        if (!whole) throw new Error(`What is a whole document of ${type}?`)
        const send = (value: unknown) => {
          const { attributes, ...data } = whole({ discussion })
          return client.post(`/api/${type}`, {
            data: { ...data, attributes: { ...attributes, [name]: value } },
          })
        }
        members.push({ name: `POST ${type}.${name}`, send })
      }
      if (endpoints.update) {
        const send = (value: unknown) =>
          client.patch(`/api/${type}/${ids[type]}`, {
            data: { attributes: { ...together[type], [name]: value } },
          })
        const isJudged = writable !== undefined && !/^(preferences|markedAllAsReadAt)$/.test(name)
        const judged = isJudged && { schema, errorName: errorName ?? name }
        members.push({ name: `PATCH ${type}.${name}`, send, ...judged })
      }
    }
  }
  return members
}

/** Members of documents that are no attributes. */
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
      name: `POST /api/settings key ${shown(key)}`,
      send: (value: unknown) =>
        client.send('/api/settings', {
          method: 'POST',
          body: `{${JSON.stringify(key)}:${JSON.stringify(value)}}`,
        }),
    })),
    ...flat('POST', '/api/permission', { permission: 'discussion.hide', groupIds: [4] }),
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
  // When somebody was last seen changes with their first request.
  for (const client of Object.values(clients)) await client.get('/api')
  return { ids, ...clients }
}

const errors = (forum: TestForum) => forum.logged.filter(({ level }) => level === 'error')

eachTestForum((open) => {
  test('every attribute takes what its definition takes; all else is refused and changes nothing', async () => {
    const forum = await open()
    const { ids, admin } = await scene(forum)
    expect(await faultsOf(forum, attributeMembers(forum, admin, ids))).toEqual([])
    expect(errors(forum)).toEqual([])
  }, 240_000)

  test('so do the other members of documents', async () => {
    const forum = await open()
    const { ids, admin, self } = await scene(forum)
    expect(await faultsOf(forum, documentMembers(admin, self, ids))).toEqual([])
    expect(errors(forum)).toEqual([])
  }, 240_000)

  test('so do flat bodies', async () => {
    const forum = await open()
    const { admin } = await scene(forum)
    const browser = forum.browser()
    await browser.get('/api')
    expect(await faultsOf(forum, flatMembers(forum, admin, browser))).toEqual([])
    expect(errors(forum)).toEqual([])
    expect((await forum.guest().get('/api')).status).toBe(200)
  }, 240_000)

  test('a known path with another method is 405, in the form of its pipeline', async () => {
    const forum = await open()
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
    const known = new Map<string, Set<string>>()
    for (const endpoint of endpointsOf(forum)) {
      const [method = '', path = ''] = endpoint.split(' ')
      known.set(path, new Set([...(known.get(path) ?? []), method]))
    }
    const admin = await forum.as(1)
    const faults: string[] = []
    for (const [path, allowed] of known) {
      // Pages that only the client's build answers.
      if (['/composer', '/d/:id/reply'].includes(path)) continue
      const url = path.replace(':id', '1').replace(/:\w+/, 'none')
      for (const method of methods.filter((name) => !allowed.has(name))) {
        for (const client of [admin, forum.guest()]) {
          const { status, headers, body } = await client.send(url, { method })
          const isApi = path.startsWith('/api')
          const type = isApi ? 'application/vnd.api+json' : 'text/html; charset=utf-8'
          const isForm =
            headers['content-type'] === type && (!isApi || body.errors[0]?.code === 'method_not_allowed')
          if (status !== 405 || !isForm)
            faults.push(`${method} ${path}: ${status} ${headers['content-type']}`)
        }
      }
    }
    expect([...new Set(faults)]).toEqual([])
  }, 60_000)

  test('ids that name nothing are 404 on every path, and change nothing', async () => {
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
    const contents = await reader(forum)
    const before = await contents()
    const faults: string[] = []
    for (const endpoint of endpointsOf(forum)) {
      const [method = '', path = ''] = endpoint.split(' ')
      if (!path.includes(':id') || path === '/d/:id/reply') continue
      for (const id of ids) {
        const isUnsafe = method !== 'GET'
        const url = path.replace(':id', id)
        const { status } = await admin.send(url, { method, ...(isUnsafe && { body: {} }) })
        const refused = path.endsWith('send-confirmation') && status === 403
        const isMalformed = id === '%e4%bd' && status === 400
        const isNoPath = id === '' && [404, 405].includes(status)
        if (status !== 404 && !refused && !isMalformed && !isNoPath)
          faults.push(`${method} ${url}: ${status}`)
      }
    }
    expect(faults).toEqual([])
    expect(await contents()).toBe(before)
    expect(errors(forum)).toEqual([])
  }, 60_000)
})
