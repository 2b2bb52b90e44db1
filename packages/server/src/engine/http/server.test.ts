import { createTestForum, TestClock } from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { defineExtension } from '../../points/extension.ts'

const extension = (id: string, declaration: ReturnType<typeof defineExtension>) => ({
  id,
  title: id,
  version: '1.0.0',
  declaration,
})

/** Routes that return what their handlers receive. */
const probe = extension(
  'probe',
  defineExtension({
    routes: [
      {
        method: 'POST',
        path: '/api/echo',
        run: ({ body, query }, { client }) => ({ status: 200, json: { body, query, client } }),
      },
      { method: 'POST', path: '/echo', run: ({ body, isForm }) => ({ status: 200, json: { body, isForm } }) },
      { method: 'DELETE', path: '/api/echo', run: () => ({ status: 204, empty: true }) },
      { method: 'GET', path: '/page', run: (_, { locale }) => ({ status: 200, html: `<p>${locale}</p>` }) },
      {
        method: 'GET',
        path: '/api/broken',
        run: () => {
          throw new Error('the secret reason')
        },
      },
      {
        method: 'GET',
        path: '/broken',
        run: () => {
          throw new Error('the secret reason')
        },
      },
    ],
  }),
)

const withProbe = () => createTestForum({ extensions: [probe] })

describe('paths and methods', () => {
  test('unknown paths are 404: a document below /api, a page elsewhere', async () => {
    const forum = await createTestForum()
    const inApi = await forum.guest().get('/api/nothing')
    expect({ status: inApi.status, body: inApi.body }).toEqual({
      status: 404,
      body: { errors: [{ status: '404', code: 'not_found' }] },
    })
    expect(inApi.headers['content-type']).toBe('application/vnd.api+json')
    const page = await forum.guest().get('/nothing')
    expect(page.status).toBe(404)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  })

  test.each(['/api/groups/', '/api//groups', '/api/%zz', `/api/groups/${'9'.repeat(2000)}`])(
    '%s is 404',
    async (path) => {
      const forum = await createTestForum()
      expect((await forum.guest().get(path)).status).toBe(404)
    },
  )

  test('the wrong method on an existing path is 405', async () => {
    const forum = await createTestForum()
    for (const method of ['PUT', 'OPTIONS', 'DELETE']) {
      const { status, body } = await forum.guest().send('/api/groups', { method })
      expect({ status, body }).toEqual({
        status: 405,
        body: { errors: [{ status: '405', code: 'method_not_allowed' }] },
      })
    }
    expect((await forum.guest().send('/logout', { method: 'POST' })).headers['content-type']).toContain(
      'html',
    )
  })

  test('HEAD is answered like GET, without a body', async () => {
    const forum = await createTestForum()
    const { status, text, headers } = await forum.guest().send('/api/groups', { method: 'HEAD' })
    expect({ status, text }).toEqual({ status: 200, text: '' })
    expect(Number(headers['content-length'])).toBeGreaterThan(100)
  })

  test('all paths are below the path of the base URL', async () => {
    const forum = await createTestForum({ baseUrl: 'https://example.org/forum' })
    expect((await forum.guest().get('/api/groups')).status).toBe(404)
    const { status, headers, body } = await forum.guest().get('/forum/api')
    expect({ status, basePath: body.data.attributes.basePath }).toEqual({ status: 200, basePath: '/forum' })
    expect(String(headers['set-cookie'])).toMatch(/; Path=\/forum; .*Secure/)
  })
})

describe('method override', () => {
  test('B346 X-HTTP-Method-Override in lower case makes a POST a DELETE', async () => {
    const forum = await withProbe()
    const client = await forum.as(1)
    expect((await client.post('/api/echo', {}, { 'x-http-method-override': 'delete' })).status).toBe(204)
  })

  test('B347 a GET with that header stays a GET', async () => {
    const forum = await withProbe()
    const client = await forum.as(1)
    expect((await client.get('/api/groups', { 'x-http-method-override': 'delete' })).status).toBe(200)
  })

  test.each(['PATCH', 'nonsense'])('%s, which the path does not have, is 405', async (method) => {
    const forum = await withProbe()
    const client = await forum.as(1)
    expect((await client.post('/api/echo', {}, { 'x-http-method-override': method })).status).toBe(405)
  })
})

describe('bodies', () => {
  test.each(['{', '"text"', '5', 'true', '[1]', '[{}]', 'nul'])(
    'B352 %s is malformed_json, before any other check',
    async (body) => {
      const forum = await withProbe()
      const request = { method: 'POST', body }
      const answers = await Promise.all(
        ['/api/echo', '/api/groups', '/api/token', '/login', '/register', '/echo'].map((path) =>
          forum.guest().send(path, request),
        ),
      )
      for (const { status, body, headers } of answers) {
        expect({ status, body }).toEqual({
          status: 400,
          body: { errors: [{ status: '400', code: 'malformed_json' }] },
        })
        expect(headers['x-csrf-token']).toBeUndefined()
      }
    },
  )

  test.each(['', 'null', '[]', '{}'])('"%s" counts as the empty object', async (body) => {
    const forum = await withProbe()
    const client = await forum.as(1)
    const headers = { 'content-type': 'text/x-json-something' }
    const answer = await client.send('/api/echo', { method: 'POST', body, headers })
    expect(answer.body).toMatchObject({ body: {} })
  })

  test('a body of another type counts as empty', async () => {
    const forum = await withProbe()
    const client = await forum.as(1)
    for (const type of ['text/plain', 'nonsense', 'multipart/form-data']) {
      const headers = { 'content-type': type }
      const answer = await client.send('/api/echo', { method: 'POST', body: '{"a":1}', headers })
      expect(answer.status).toBe(type === 'nonsense' ? 400 : 200)
      if (answer.status === 200) expect(answer.body).toMatchObject({ body: {} })
    }
  })

  test('bracketed names of form fields become nested objects', async () => {
    const forum = await withProbe()
    const browser = forum.browser()
    await browser.get('/api')
    const answer = await browser.postForm('/echo', { 'a[b]': '1', csrfToken: browser.csrfToken })
    expect(answer.body).toMatchObject({ body: { a: { b: '1' } }, isForm: true })
  })

  test('1 MB is read, more is 413', async () => {
    const forum = await withProbe()
    const client = await forum.as(1)
    const body = (length: number) => JSON.stringify({ text: 'x'.repeat(length - '{"text":""}'.length) })
    const read = await client.send('/api/echo', { method: 'POST', body: body(1_000_000) })
    expect(read.status).toBe(200)
    const refused = await client.send('/api/echo', { method: 'POST', body: body(10_000_000) })
    expect(refused.body.errors).toEqual([{ status: '413', code: 'payload_too_large' }])
  })
})

describe('headers', () => {
  test('B287 B289 every answer forbids sniffing and sends referrers to its own site only', async () => {
    const forum = await withProbe()
    for (const path of [
      '/api',
      '/page',
      '/login',
      '/nothing',
      '/api/nothing',
      '/health',
      '/ready',
      '/broken',
    ]) {
      const { headers } = await forum.guest().get(path)
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' })
      expect(headers['x-powered-by']).toBeUndefined()
    }
  })

  test('the content security policy of pages allows only the forum’s own scripts', async () => {
    const forum = await withProbe()
    for (const path of ['/page', '/nothing']) {
      const policy = String((await forum.guest().get(path)).headers['content-security-policy'])
      expect(policy).toMatch(/script-src 'self';/)
      expect(policy).not.toMatch(/script-src[^;]*unsafe/)
      expect(policy).toContain("frame-ancestors 'self'")
    }
  })

  test('documents have a content type without charset, and escape markup', async () => {
    const forum = await createTestForum()
    const { headers, text } = await forum.guest().get('/api/users/1')
    expect(headers['content-type']).toBe('application/vnd.api+json')
    expect(text).not.toMatch(/[<>&']/)
  })
})

describe('failures', () => {
  test('B353 an unexpected one is a 500 without detail, and its page shows the id of the log entry', async () => {
    const forum = await withProbe()
    const api = await forum.guest().get('/api/broken')
    expect({ status: api.status, body: api.body }).toEqual({
      status: 500,
      body: { errors: [{ status: '500', code: 'unknown' }] },
    })
    const page = await forum.guest().get('/broken')
    expect(page.status).toBe(500)
    expect(page.text).not.toContain('secret')
    expect(forum.logged.filter(({ level }) => level === 'error')).toHaveLength(2)
    const ids = forum.logged.map(({ details }) => (details as { logId: string }).logId)
    expect(page.text).toContain(ids[1])
  })

  test('B109 in debug mode the document contains the error', async () => {
    const forum = await createTestForum({ extensions: [probe], debug: true })
    const { body } = await forum.guest().get('/api/broken')
    expect(body.errors[0]?.detail).toMatch(/^Error: the secret reason/)
  })

  test('expected ones are not logged', async () => {
    const forum = await createTestForum()
    await forum.guest().get('/api/users/99')
    await forum.guest().post('/api/users')
    expect(forum.logged).toEqual([])
  })

  test('an error page escapes markup of the request', async () => {
    const forum = await createTestForum()
    const { text } = await forum.guest().get('/<script>alert(1)</script>')
    expect(text).not.toContain('<script>')
  })
})

describe('health', () => {
  test('is answered without a query or a session', async () => {
    const forum = await createTestForum()
    const before = forum.current.database.queries
    const { status, body, headers } = await forum.guest().get('/health')
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } })
    expect(headers['set-cookie']).toBeUndefined()
    expect(forum.current.database.queries).toBe(before)
    expect((await forum.guest().get('/ready')).status).toBe(200)
  })
})

test('the locale is that of the cookie if the forum supports it, else the forum’s', async () => {
  const forum = await withProbe()
  const { text } = await forum.guest().get('/page', { cookie: 'locale=xx' })
  expect(text).toBe('<p>en</p>')
})

test('the address of a client is that of the socket, whatever its headers claim', async () => {
  const forum = await createTestForum({ extensions: [probe], clock: new TestClock() })
  const client = await forum.as(1)
  const { body } = await client.post('/api/echo', {}, { 'x-forwarded-for': '6.6.6.6', 'user-agent': 'x' })
  expect(body.client).toMatchObject({ ip: '127.0.0.1', userAgent: 'x' })
})
