import { admin, createTestForum } from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { permissionDenied } from '../../infrastructure/errors.ts'
import { defineExtension } from '../extension.ts'
import type { Uploads } from './uploads.ts'

const forumWithRoute = (uploads?: Uploads) => {
  const declaration = defineExtension({
    routes: [
      {
        method: 'POST',
        path: '/api/echo',
        ...(uploads && { uploads }),
        run: ({ files, body }) => ({
          status: 200,
          json: {
            body,
            files: files.map(({ bytes, ...file }) => ({ ...file, text: bytes.toString() })),
          },
        }),
      },
    ],
  })
  return createTestForum({ extensions: [{ id: 'echo', title: 'echo', version: '1.0.0', declaration }] })
}
const authorize = () => {}
const limits = { files: 2, bytes: 1000, authorize }

function formOf(files: Record<string, string>, fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [name, text] of Object.entries(files))
    form.set(name, new Blob([text], { type: 'text/plain' }), 'a.txt')
  return form
}

describe('a route', () => {
  test('without uploads gets an empty body', async () => {
    const forum = await forumWithRoute()
    const { status, body } = await (await forum.as(admin)).postFiles('/api/echo', formOf({ a: 'hello' }))
    expect({ status, body }).toEqual({ status: 200, body: { body: {}, files: [] } })
  })

  test('with uploads gets the files and the other fields', async () => {
    const forum = await forumWithRoute(limits)
    const { status, body } = await (await forum.as(admin)).postFiles(
      '/api/echo',
      formOf({ a: 'hello' }, { note: 'b' }),
    )
    const file = { field: 'a', name: 'a.txt', type: 'text/plain', text: 'hello' }
    expect({ status, body }).toEqual({ status: 200, body: { body: { note: 'b' }, files: [file] } })
  })

  test('with uploads also accepts JSON', async () => {
    const forum = await forumWithRoute(limits)
    const { body } = await (await forum.as(admin)).post('/api/echo', { a: 1 })
    expect(body).toEqual({ body: { a: 1 }, files: [] })
  })

  test.each([
    { files: 0, bytes: 1 },
    { files: 1, bytes: Number.NaN },
    { files: 1.5, bytes: 1 },
  ])('with the limits %o is a fault', async (wrong) => {
    await expect(forumWithRoute({ ...wrong, authorize })).rejects.toThrow(
      'echo › routes › POST /api/echo › uploads',
    )
  })
})

describe('authorize', () => {
  test('is called before files are read, also for requests without files', async () => {
    const calls: unknown[] = []
    const forum = await forumWithRoute({
      ...limits,
      authorize: ({ params, query }, { actor }) => {
        calls.push({ params, query, actorId: actor.id })
        if (query.refuse !== undefined) throw permissionDenied()
      },
    })
    const client = await forum.as(admin)
    expect((await client.postFiles('/api/echo?a=b', formOf({ a: 'x' }))).status).toBe(200)
    expect((await client.post('/api/echo', {})).status).toBe(200)
    for (const refused of [
      await client.postFiles('/api/echo?refuse=1', formOf({ a: 'x' })),
      await client.post('/api/echo?refuse=1', {}),
    ]) {
      expect(refused).toMatchObject({ status: 403, body: { errors: [{ code: 'permission_denied' }] } })
    }
    expect(calls).toEqual([
      { params: {}, query: { a: 'b' }, actorId: admin.id },
      { params: {}, query: {}, actorId: admin.id },
      { params: {}, query: { refuse: '1' }, actorId: admin.id },
      { params: {}, query: { refuse: '1' }, actorId: admin.id },
    ])
  })

  test('must be declared', async () => {
    const wrong = { files: 1, bytes: 1 } as Uploads
    const reason = 'POST /api/echo › uploads: authorize is not a function'
    await expect(forumWithRoute(wrong)).rejects.toThrow(reason)
  })

  test('that fails makes the request fail', async () => {
    const forum = await forumWithRoute({
      ...limits,
      authorize: () => {
        throw new Error('the database is unreachable')
      },
    })
    expect((await (await forum.as(admin)).postFiles('/api/echo', formOf({ a: 'x' }))).status).toBe(500)
    expect(forum.logged).toHaveLength(1)
  })
})

describe('bodies that are wrong', () => {
  test('beyond the limits are 413', async () => {
    const forum = await forumWithRoute(limits)
    const client = await forum.as(admin)
    const tooLarge = [
      formOf({ a: 'x'.repeat(1001) }),
      formOf({ a: 'x', b: 'x', c: 'x' }),
      formOf({}, Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, 'x']))),
      formOf({ a: 'x'.repeat(1_000_000) }),
    ]
    for (const form of tooLarge) {
      const { status, body } = await client.postFiles('/api/echo', form)
      const errors = [{ status: '413', code: 'payload_too_large' }]
      expect({ status, errors: body.errors }).toEqual({ status: 413, errors })
    }
    expect((await client.postFiles('/api/echo', formOf({ a: 'x'.repeat(1000) }))).status).toBe(200)
  })

  test.each([
    ['multipart/form-data', 'anything'],
    ['multipart/form-data; boundary=x', ''],
    ['multipart/form-data; boundary=x', 'nonsense'],
    ['multipart/form-data; boundary=x', '--x\r\n'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n\r\ncut of',
    ],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="__proto__"; filename="a"\r\n\r\na\r\n--x--\r\n',
    ],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="toString"\r\n\r\na\r\n--x--\r\n',
    ],
  ])('%s with %j has no files', async (type, body) => {
    const forum = await forumWithRoute(limits)
    const client = await forum.as(admin)
    const answer = await client.send('/api/echo', {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    })
    const { status, body: received } = answer
    expect({ status, received }).toEqual({ status: 200, received: { body: {}, files: [] } })
    expect(forum.logged).toEqual([])
  })

  test('a form from a browser needs the CSRF token, as a field or as a header', async () => {
    const forum = await forumWithRoute(limits)
    const browser = forum.browser()
    await browser.get('/api')
    const { csrfToken } = browser
    expect((await browser.postFiles('/api/echo', formOf({ a: 'x' }, { csrfToken }))).status).toBe(200)
    browser.csrfToken = ''
    const refused = await browser.postFiles('/api/echo', formOf({ a: 'x' }))
    expect(refused.body.errors[0]?.code).toBe('csrf_token_mismatch')
  })
})
