import {
  type ApiClient,
  type ApiResponse,
  eachTestForum,
  makeDiscussion,
  makeUser,
  type TestForum,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'

const sql = `'; drop table posts; -- " \\ %s ${'$'}1 ? :a /* */`
const html = '<script>alert(1)</script><img src=x onerror="alert(2)">&amp;'
const nul = 'a\0b'
const lone = 'a\ud800b'

/** Everything that requests may change, to see that they did not. */
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

function expectDocument(response: ApiResponse, status: number, code: string): void {
  expect([response.status, response.headers['content-type']]).toEqual([status, 'application/vnd.api+json'])
  expect(response.body.errors[0]).toMatchObject({ status: String(status), code })
  expect(Object.keys(response.body)).toEqual(['errors'])
}

const errors = (forum: TestForum) => forum.logged.filter(({ level }) => level === 'error')

eachTestForum((open) => {
  test('bodies that are no document, and members of the wrong kind', async () => {
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
        expect([path, body, response.status, response.body.errors]).toEqual([
          path,
          body,
          400,
          [{ status: '400', code: 'malformed_json' }],
        ])
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
        expect([path, body, response.status]).toEqual([path, body, 422])
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
      expect([body, response.status]).toEqual([body, 200])
    }
    expect(await contents(forum)).toBe(before)
    expect(errors(forum)).toEqual([])
  })

  test('10 MB are 413, a megabyte is read', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum, { user_id: 1 })
    const admin = await forum.as(1)
    const reply = (content: string) =>
      admin.post('/api/posts', {
        data: { attributes: { content }, relationships: { discussion: { data: { id } } } },
      })
    const before = await contents(forum)
    expectDocument(await reply('x'.repeat(10 * 1024 * 1024)), 413, 'payload_too_large')
    expectDocument(await reply('x'.repeat(1_000_000)), 422, 'validation_error')
    expect(await contents(forum)).toBe(before)
    expect((await reply('<_*[`'.repeat(13_000))).status).toBe(201)
    expect(errors(forum)).toEqual([])
  })

  test('B023 unsafe requests need a token of their session', async () => {
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
        expectDocument(await browser.send(path, { method, body: {} }), 400, 'csrf_token_mismatch')
      }
      expectDocument(await forum.guest().send(path, { method, body: {} }), 400, 'csrf_token_mismatch')
      const override = { 'x-http-method-override': method.toLowerCase() }
      expectDocument(await forum.guest().post(path, {}, override), 400, 'csrf_token_mismatch')
    }
    browser.csrfToken = token
    expectDocument(await browser.delete(`/api/discussions/${id}`), 403, 'permission_denied')
    expect(
      (await forum.guest().get(`/api/discussions/${id}`, { 'x-http-method-override': 'DELETE' })).status,
    ).toBe(200)
    expect(await contents(forum)).toBe(before)
  })

  test('an expired or unknown token is a guest', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum, { user_id: 1 })
    const expired = await forum.as(1)
    forum.clock.advance(3601)
    const before = await contents(forum)
    const unknown = (authorization: string) => ({ authorization })
    for (const answer of [
      await expired.delete(`/api/discussions/${id}`),
      await forum.guest().delete(`/api/discussions/${id}`, unknown('Token x')),
      await forum.guest().delete(`/api/discussions/${id}`, unknown(`Token ${sql}`)),
      await forum.guest().delete(`/api/discussions/${id}`, unknown('Bearer x; userId=1')),
    ]) {
      expectDocument(answer, 400, 'csrf_token_mismatch')
    }
    expect((await expired.get('/api')).body.data.relationships?.actor).toBeUndefined()
    expect(await contents(forum)).toBe(before)
  })

  describe('every place a text can stand', () => {
    const values = {
      sql,
      html,
      nul,
      lone,
      long: 'x'.repeat(3000),
      number: '1e999',
    }

    test('in addresses it is never a fault of ours', async () => {
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
        const text = value === lone ? 'a%ED%A0%80b' : encodeURIComponent(value)
        for (const type of ['discussions', 'posts', 'users', 'groups']) {
          for (const name of parameters) {
            const path = `/api/${type}?${name}=${text}`
            const { status } = await admin.get(path)
            expect([path.slice(0, 200), status]).toEqual([
              path.slice(0, 200),
              expect.toSatisfy((code: number) => [200, 400, 422].includes(code)),
            ])
          }
          for (const path of [
            `/api/${type}/${text}`,
            `/api/${type}/${text}?bySlug=1`,
            `/api/${type}?${text}`,
            `/api/${type}?filter[${text}]=1`,
          ]) {
            const { status } = await guest.get(path)
            expect([path.slice(0, 200), status]).toEqual([
              path.slice(0, 200),
              expect.toSatisfy((code: number) => code < 500),
            ])
          }
        }
      }
      expect(await contents(forum)).toBe(before)
      expect(errors(forum)).toEqual([])
    })

    test('in documents it is stored as it is or refused, and never runs', async () => {
      const forum = await open()
      const admin = await forum.as(1)
      for (const [name, value] of Object.entries(values)) {
        const started = await admin.post('/api/discussions', {
          data: { attributes: { title: value.slice(0, 80), content: value } },
        })
        const isRefused = name === 'nul' || name === 'lone'
        expect([name, started.status]).toEqual([name, isRefused ? 422 : 201])
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
      expect(errors(forum)).toEqual([])
    })

    test('in log-ins, registrations and headers', async () => {
      const forum = await open()
      const before = await contents(forum)
      const browser = forum.browser()
      await browser.get('/api')
      for (const value of Object.values(values)) {
        const login = await forum.guest().post('/api/token', { identification: value, password: value })
        expectDocument(login, 401, 'not_authenticated')
        const registered = await browser.post('/api/users', {
          data: { attributes: { username: value, email: value, password: value } },
        })
        expectDocument(registered, 422, 'validation_error')
        const address = await browser.post('/api/users', {
          data: { attributes: { username: 'somebody', email: `${value}@example.org`, password: nul } },
        })
        expectDocument(address, 422, 'validation_error')
      }
      const { status } = await forum.guest().get('/api', {
        cookie: `parley_session=${encodeURIComponent(sql)}; locale=${encodeURIComponent(html)}`,
        'user-agent': 'x'.repeat(5000),
      })
      expect(status).toBe(200)
      expect(await contents(forum)).toBe(before)
      expect(errors(forum)).toEqual([])
    })
  })

  test('unknown attributes are ignored, those that nobody may write too', async () => {
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
      expect([path, answer.status]).toEqual([path, 200])
    }
    expect(await contents(forum)).toBe(before)
  })

  test('the same registration twice at the same instant is one account', async () => {
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
    expect(errors(forum)).toEqual([])
  })

  test('a reply sent twice with one key is one reply', async () => {
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
    expect([first.status, second.status, third.status]).toEqual([201, 201, 201])
    expect(second.body).toEqual(first.body)
    expect(third.body).toEqual(first.body)
    expectDocument(await send('Other', 'one'), 409, 'conflict')
    expectDocument(await send('Other', 'x'.repeat(300)), 400, 'invalid_parameter')
    expectDocument(await send('Other', 'two'), 429, 'too_many_requests')
    const { body } = await client.get(`/api/posts?filter[discussion]=${id}`)
    expect(body.data).toHaveLength(2)
    expect(errors(forum)).toEqual([])
  })
})
