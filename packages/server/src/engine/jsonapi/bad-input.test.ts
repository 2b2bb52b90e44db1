import {
  type ApiClient,
  type ApiResponse,
  makeDiscussion,
  makeUser,
  onBothDatabases,
  type TestForum,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'

const sql = `'; drop table posts; -- " \\ %s ${'$'}1 ? :a /* */`
const html = '<script>alert(1)</script><img src=x onerror="alert(2)">&amp;'
const nul = 'a\0b'
const loneSurrogate = 'a\ud800b'

/** Reads everything that requests may change, to check that they changed nothing. */
async function contents(forum: TestForum): Promise<string> {
  await forum.settled()
  const { read } = forum.current.database
  const tables = ['discussions', 'posts', 'post_blocks', 'discussion_user', 'settings', 'group_user'] as const
  const rows = []
  for (const table of tables) rows.push(await read.selectFrom(table).selectAll().execute())
  const users = await read
    .selectFrom('users')
    .select(['id', 'username', 'email', 'password', 'preferences', 'comment_count', 'discussion_count'])
    .execute()
  return JSON.stringify([rows, users])
}

function expectErrorDocument(response: ApiResponse, status: number, code: string): void {
  expect({ status: response.status, type: response.headers['content-type'] }).toEqual({
    status,
    type: 'application/vnd.api+json',
  })
  expect(response.body.errors[0]).toMatchObject({ status: String(status), code })
  expect(Object.keys(response.body)).toEqual(['errors'])
}

const loggedErrors = (forum: TestForum) => forum.logged.filter(({ level }) => level === 'error')

onBothDatabases((open) => {
  test('bodies that are no document are 400, members of the wrong type 422', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum, { user_id: 1 })
    const admin = await forum.as(1)
    const before = await contents(forum)
    const targets = [
      ['POST', '/api/discussions'],
      ['PATCH', `/api/discussions/${id}`],
      ['POST', '/api/posts'],
      ['PATCH', '/api/posts/1'],
      ['PATCH', '/api/users/1'],
      ['POST', '/api/users'],
      ['PATCH', '/api/discussions/999'],
    ] as const
    for (const [method, path] of targets) {
      for (const body of [
        '{',
        '{"data":',
        'nonsense',
        '"text"',
        '7',
        'true',
        '[1]',
        '[{}]',
        '{"a":1}x',
        '\ufeff{}',
        '{"a":NaN}',
      ]) {
        const response = await admin.send(path, { method, body })
        expect({ path, body, status: response.status, errors: response.body.errors }).toEqual({
          path,
          body,
          status: 400,
          errors: [{ status: '400', code: 'malformed_json' }],
        })
      }
    }
    for (const [method, path] of targets.slice(0, 4)) {
      for (const body of [
        { data: 'x' },
        { data: [1] },
        { data: 7 },
        { data: { attributes: 'x' } },
        { data: { attributes: [1] } },
        { data: { relationships: 'x' } },
        { data: { relationships: [{}] } },
        { meta: 'x' },
      ]) {
        const response = await admin.send(path, { method, body })
        expect({ path, body, status: response.status }).toEqual({ path, body, status: 422 })
        expect(response.body.errors[0]?.source?.pointer).toBe('/data')
      }
    }
    for (const body of [
      '',
      'null',
      '[]',
      '{}',
      '{"data":null}',
      '{"data":[]}',
      '{"data":{"attributes":[]}}',
    ]) {
      const response = await admin.send(`/api/discussions/${id}`, { method: 'PATCH', body })
      expect({ body, status: response.status }).toEqual({ body, status: 200 })
    }
    expect(await contents(forum)).toBe(before)
    expect(loggedErrors(forum)).toEqual([])
  })

  test('a body of 10 MB is 413, one of 1 MB is read', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum, { user_id: 1 })
    const admin = await forum.as(1)
    const reply = (content: string) =>
      admin.post('/api/posts', {
        data: { attributes: { content }, relationships: { discussion: { data: { id } } } },
      })
    const before = await contents(forum)
    expectErrorDocument(await reply('x'.repeat(10 * 1024 * 1024)), 413, 'payload_too_large')
    expectErrorDocument(await reply('x'.repeat(1_000_000)), 422, 'validation_error')
    expect(await contents(forum)).toBe(before)
    expect((await reply('<_*[`'.repeat(13_000))).status).toBe(201)
    expect(loggedErrors(forum)).toEqual([])
  })

  test('B023 unsafe requests need a CSRF token of their session', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum, { user_id: 1 })
    const before = await contents(forum)
    const browser = forum.browser()
    await browser.get('/api')
    const token = browser.csrfToken
    const unsafe: [string, string][] = [
      ['POST', '/api/discussions'],
      ['PATCH', `/api/discussions/${id}`],
      ['DELETE', `/api/discussions/${id}`],
      ['POST', '/api/posts'],
      ['POST', '/api/users'],
    ]
    for (const [method, path] of unsafe) {
      for (const sent of ['', 'x', token.slice(1), nul.replace('\0', '0').repeat(20)]) {
        browser.csrfToken = sent
        expectErrorDocument(await browser.send(path, { method, body: {} }), 400, 'csrf_token_mismatch')
      }
      expectErrorDocument(await forum.guest().send(path, { method, body: {} }), 400, 'csrf_token_mismatch')
      const override = { 'x-http-method-override': method.toLowerCase() }
      expectErrorDocument(await forum.guest().post(path, {}, override), 400, 'csrf_token_mismatch')
    }
    browser.csrfToken = token
    expectErrorDocument(await browser.delete(`/api/discussions/${id}`), 403, 'permission_denied')
    expect(
      (await forum.guest().get(`/api/discussions/${id}`, { 'x-http-method-override': 'DELETE' })).status,
    ).toBe(200)
    expect(await contents(forum)).toBe(before)
  })

  test('with an expired or unknown token the actor is a guest', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum, { user_id: 1 })
    const expired = await forum.as(1)
    forum.clock.advance(3601)
    const before = await contents(forum)
    const withHeader = (authorization: string) => ({ authorization })
    for (const answer of [
      await expired.delete(`/api/discussions/${id}`),
      await forum.guest().delete(`/api/discussions/${id}`, withHeader('Token x')),
      await forum.guest().delete(`/api/discussions/${id}`, withHeader(`Token ${sql}`)),
      await forum.guest().delete(`/api/discussions/${id}`, withHeader('Bearer x; userId=1')),
    ]) {
      expectErrorDocument(answer, 400, 'csrf_token_mismatch')
    }
    expect((await expired.get('/api')).body.data.relationships?.actor).toBeUndefined()
    expect(await contents(forum)).toBe(before)
  })

  describe('hostile texts', () => {
    const values = {
      sql,
      html,
      nul,
      loneSurrogate,
      long: 'x'.repeat(3000),
      number: '1e999',
    }

    test('in paths and queries are 200, 400 or 422, never 5xx', async () => {
      const forum = await open()
      await makeDiscussion(forum, { user_id: 1 })
      const before = await contents(forum)
      const [guest, admin] = [forum.guest(), await forum.as(1)]
      const names = [
        'author',
        'created',
        'hidden',
        'unread',
        'id',
        'discussion',
        'number',
        'type',
        'email',
        'group',
        'q',
        'nonsense',
      ]
      const parameters = [
        ...names.flatMap((name) => [
          `filter[${name}]`,
          `filter[-${name}]`,
          `filter[${name}][]`,
          `filter[${name}][a][]`,
        ]),
        ...[
          'sort',
          'include',
          'page[limit]',
          'page[offset]',
          'page[number]',
          'page[near]',
          'page[after]',
          'page[size]',
        ],
        ...['fields[posts]', 'bySlug', 'page', 'filter', 'fields', 'nonsense'],
      ]
      for (const value of Object.values(values)) {
        const text = value === loneSurrogate ? 'a%ED%A0%80b' : encodeURIComponent(value)
        for (const type of ['discussions', 'posts', 'users', 'groups']) {
          for (const name of parameters) {
            const path = `/api/${type}?${name}=${text}`
            const { status } = await admin.get(path)
            expect({ path: path.slice(0, 200), status }).toEqual({
              path: path.slice(0, 200),
              status: expect.toSatisfy((code: number) => [200, 400, 422].includes(code)),
            })
          }
          for (const path of [
            `/api/${type}/${text}`,
            `/api/${type}/${text}?bySlug=1`,
            `/api/${type}?${text}`,
            `/api/${type}?filter[${text}]=1`,
          ]) {
            const { status } = await guest.get(path)
            expect({ path: path.slice(0, 200), status }).toEqual({
              path: path.slice(0, 200),
              status: expect.toSatisfy((code: number) => code < 500),
            })
          }
        }
      }
      expect(await contents(forum)).toBe(before)
      expect(loggedErrors(forum)).toEqual([])
    })

    test('in documents are stored unchanged or refused, and their HTML never runs', async () => {
      const forum = await open()
      const admin = await forum.as(1)
      for (const [name, value] of Object.entries(values)) {
        const started = await admin.post('/api/discussions', {
          data: { attributes: { title: value.slice(0, 80), content: value } },
        })
        const isRefused = name === 'nul' || name === 'loneSurrogate'
        expect({ name, status: started.status }).toEqual({ name, status: isRefused ? 422 : 201 })
        if (isRefused) continue
        expect(started.text).not.toContain('<script')
        const { id } = started.body.data
        expect(started.body.data.attributes.title).toBe(value.slice(0, 80))
        const shown = await forum.guest().get(`/api/discussions/${id}`)
        const post = shown.body.included?.find(({ type }) => type === 'posts')
        expect(String(post?.attributes.contentHtml)).not.toMatch(/<script|<img/)
        const changed = await admin.patch(`/api/posts/${post?.id}`, {
          data: { attributes: { content: `${value}!` } },
        })
        expect(changed.body.data.attributes.content).toBe(`${value}!`)
      }
      const { body } = await admin.get('/api/posts')
      expect(body.data).toHaveLength(4)
      expect(loggedErrors(forum)).toEqual([])
    })

    test('in log-ins and registrations are refused, in headers ignored', async () => {
      const forum = await open()
      const before = await contents(forum)
      const browser = forum.browser()
      await browser.get('/api')
      for (const value of Object.values(values)) {
        const login = await forum.guest().post('/api/token', { identification: value, password: value })
        expectErrorDocument(login, 401, 'not_authenticated')
        const registered = await browser.post('/api/users', {
          data: { attributes: { username: value, email: value, password: value } },
        })
        expectErrorDocument(registered, 422, 'validation_error')
        const address = await browser.post('/api/users', {
          data: { attributes: { username: 'newcomer', email: `${value}@example.org`, password: nul } },
        })
        expectErrorDocument(address, 422, 'validation_error')
      }
      const { status } = await forum.guest().get('/api', {
        cookie: `parley_session=${encodeURIComponent(sql)}; locale=${encodeURIComponent(html)}`,
        'user-agent': 'x'.repeat(5000),
      })
      expect(status).toBe(200)
      expect(await contents(forum)).toBe(before)
      expect(loggedErrors(forum)).toEqual([])
    })
  })

  test('unknown and read-only attributes are ignored', async () => {
    const forum = await open()
    const user = await makeUser(forum)
    const { id } = await makeDiscussion(forum, { user_id: user.id })
    const client = await forum.as(user)
    const before = await contents(forum)
    const attributes = {
      nonsense: sql,
      commentCount: 99,
      canReply: true,
      slug: 'x',
      createdAt: '2000-01-01',
      user_id: 1,
      id: 9,
      constructor: 1,
      __proto__: { isAdmin: true },
    }
    for (const path of [`/api/discussions/${id}`, '/api/posts/1']) {
      const answer = await client.patch(path, {
        data: { type: 'nonsense', id: '99', attributes },
        nonsense: {},
      })
      expect({ path, status: answer.status }).toEqual({ path, status: 200 })
    }
    expect(await contents(forum)).toBe(before)
  })

  test('concurrent registrations with the same name create one account', async () => {
    const forum = await open()
    const attributes = { username: 'Twin', email: 'twin@example.org', password: 'long enough' }
    const register = async (body: object) => {
      const browser = forum.browser()
      await browser.get('/api')
      return browser.post('/api/users', { data: { attributes: body } })
    }
    const answers = await Promise.all([
      register(attributes),
      register({ ...attributes, username: 'TWIN', email: 'Twin@Example.org' }),
      register(attributes),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    for (const answer of answers.filter(({ status }) => status === 422)) {
      const pointers = answer.body.errors.map(({ source }) => source?.pointer)
      expect(['/data/attributes/username', '/data/attributes/email']).toContain(pointers[0])
    }
    const stored = await forum.current.database.read.selectFrom('users').select('id').execute()
    expect(stored).toHaveLength(2)
    expect(loggedErrors(forum)).toEqual([])
  })

  test('a reply sent three times with one idempotency key is one reply', async () => {
    const forum = await open()
    const user = await makeUser(forum)
    const { id } = await makeDiscussion(forum)
    const client: ApiClient = await forum.as(user)
    const send = (content: string, key: string) =>
      client.post(
        '/api/posts',
        { data: { attributes: { content }, relationships: { discussion: { data: { id } } } } },
        { 'idempotency-key': key },
      )
    const [first, second] = await Promise.all([send('Hello', 'one'), send('Hello', 'one')])
    const third = await send('Hello', 'one')
    expect({ first: first.status, second: second.status, third: third.status }).toEqual({
      first: 201,
      second: 201,
      third: 201,
    })
    expect(second.body).toEqual(first.body)
    expect(third.body).toEqual(first.body)
    expectErrorDocument(await send('Other', 'one'), 409, 'conflict')
    expectErrorDocument(await send('Other', 'x'.repeat(300)), 400, 'invalid_parameter')
    expectErrorDocument(await send('Other', 'two'), 429, 'too_many_requests')
    const { body } = await client.get(`/api/posts?filter[discussion]=${id}`)
    expect(body.data).toHaveLength(2)
    expect(loggedErrors(forum)).toEqual([])
  })
})
