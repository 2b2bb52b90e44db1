import { authorizationLine, endpointsOf, listeningForum, type RawConnection } from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { moderators } from '../../../points/context/actor.ts'

/** Whether the next answer on the connection belongs to the next request, or the connection is closed. */
async function isInStep(connection: RawConnection): Promise<boolean> {
  connection.request(['GET /health HTTP/1.1'])
  try {
    return (await connection.answer()).body === '{"status":"ok"}'
  } catch {
    return connection.rest === ''
  }
}

describe('a POST whose method is overridden', () => {
  test.each(['HEAD', 'head', 'OPTIONS', 'TRACE', 'CONNECT', 'PUT', 'nonsense', ''])(
    'to %j is 405 with a complete answer',
    async (method) => {
      const { forum, open } = await listeningForum()
      const connection = await open()
      const headers = [await authorizationLine(forum), `X-HTTP-Method-Override: ${method}`]
      for (const path of ['/api/groups', '/api/groups/1', '/api/token']) {
        connection.request([`POST ${path} HTTP/1.1`, 'Content-Length: 2', ...headers], '{}')
        const { status, body } = await connection.answer('POST')
        expect({ status, document: JSON.parse(body) }).toEqual({
          status: 405,
          document: { errors: [{ status: '405', code: 'method_not_allowed' }] },
        })
      }
      connection.request(['POST /api/nothing HTTP/1.1', 'Content-Length: 0', ...headers])
      expect((await connection.answer('POST')).status).toBe(404)
      expect(await isInStep(connection)).toBe(true)
    },
  )

  test('to GET, PATCH or DELETE is answered as that method', async () => {
    const { forum, open } = await listeningForum()
    const connection = await open()
    const token = await authorizationLine(forum)
    const send = (path: string, method: string, body = '') => {
      const headers = [`Content-Length: ${body.length}`, 'Content-Type: application/json', token]
      connection.request([`POST ${path} HTTP/1.1`, `X-HTTP-Method-Override: ${method}`, ...headers], body)
      return connection.answer('POST')
    }
    expect((await send(`/api/groups/${moderators}`, 'get', '{"a":1}')).status).toBe(200)
    const color = '{"data":{"attributes":{"color":"#fff"}}}'
    expect((await send(`/api/groups/${moderators}`, 'Patch', color)).status).toBe(200)
    expect((await send(`/api/groups/${moderators}`, 'delete')).status).toBe(204)
    expect(await isInStep(connection)).toBe(true)
  })
})

describe('answers stay in step with requests', () => {
  test('HEAD has no body on any path', async () => {
    const { forum, open } = await listeningForum()
    const connection = await open()
    const token = await authorizationLine(forum)
    const paths = endpointsOf(forum)
      .filter((endpoint) => endpoint.startsWith('GET '))
      .map((endpoint) => endpoint.slice(4).replace(/:\w+/g, '1'))
    const others = [
      '/health',
      '/ready',
      '/',
      '/nothing',
      '/api/nothing',
      '/assets/a.png',
      '/sitemap.xml',
      '/atom',
    ]
    expect(paths.length).toBeGreaterThan(20)
    let answered = 0
    for (const path of [...paths, ...others]) {
      for (const headers of [[], [token]]) {
        connection.request([`HEAD ${path} HTTP/1.1`, ...headers])
        const { status } = await connection.answer('HEAD')
        expect({ path, isAnswered: status < 500, isInStep: await isInStep(connection) }).toEqual({
          path,
          isAnswered: true,
          isInStep: true,
        })
        answered += 1
      }
    }
    expect(answered).toBe(2 * (paths.length + others.length))
    expect(forum.logged).toEqual([])
  })

  test('answers without a body declare none', async () => {
    const { forum, open } = await listeningForum()
    const connection = await open()
    await forum.current.files.write('a.png', Buffer.from('x'))
    for (const path of ['/assets/a.png', '/atom', '/api/openapi.json']) {
      connection.request([`GET ${path} HTTP/1.1`])
      const { headers } = await connection.answer()
      connection.request([`GET ${path} HTTP/1.1`, `If-None-Match: ${headers.etag}`])
      const unchanged = await connection.answer()
      expect({
        path,
        status: unchanged.status,
        transferEncoding: unchanged.headers['transfer-encoding'],
      }).toEqual({ path, status: 304, transferEncoding: undefined })
      expect(await isInStep(connection)).toBe(true)
    }
    const token = await authorizationLine(forum)
    connection.request(['POST /api/settings HTTP/1.1', 'Content-Length: 2', token], '{}')
    const saved = await connection.answer()
    expect({
      status: saved.status,
      length: saved.headers['content-length'],
      transferEncoding: saved.headers['transfer-encoding'],
    }).toEqual({ status: 204, length: undefined, transferEncoding: undefined })
    expect(await isInStep(connection)).toBe(true)
  })

  test('errors are sent after the body of their request is received', async () => {
    const { open } = await listeningForum()
    const connection = await open()
    const large = 'x'.repeat(300_000)
    const requests: [first: string, type: string, status: number][] = [
      ['POST /api/nothing HTTP/1.1', 'application/json', 400],
      ['POST /api/nothing HTTP/1.1', 'text/plain', 404],
      ['PUT /api/groups HTTP/1.1', 'text/plain', 405],
      ['POST /api/groups HTTP/1.1', 'text/plain', 400],
      ['GET /api/groups HTTP/1.1', 'application/json', 200],
      ['GET /nothing HTTP/1.1', 'text/plain', 404],
      [`DELETE /api/groups/${moderators} HTTP/1.1`, 'text/plain', 400],
      ['OPTIONS /api/groups HTTP/1.1', 'text/plain', 405],
      ['POST /api/users/1/avatar HTTP/1.1', 'multipart/form-data; boundary=x', 400],
      ['POST /api/groups HTTP/1.1', 'multipart/form-data; boundary=x', 400],
      ['POST /api/groups HTTP/1.1', '!', 400],
    ]
    for (const [first, type, status] of requests) {
      connection.request([first, `Content-Type: ${type}`, `Content-Length: ${large.length}`], large)
      expect({
        first,
        type,
        status: (await connection.answer()).status,
        isInStep: await isInStep(connection),
      }).toEqual({ first, type, status, isInStep: true })
    }
  })

  test('a body that is too large leaves the connection in step or closed', async () => {
    const { forum, open } = await listeningForum()
    const token = await authorizationLine(forum)
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
      const connection = await open()
      const body = Buffer.alloc(5 * 1024 * 1024, 'x')
      const path = type.startsWith('multipart') ? '/api/users/1/avatar' : '/api/groups'
      connection.request(
        [`POST ${path} HTTP/1.1`, `Content-Type: ${type}`, `Content-Length: ${body.length}`, token],
        body,
      )
      const answer = await connection.answer()
      expect({ type, status: answer.status, isInStep: await isInStep(connection) }).toEqual({
        type,
        status: 413,
        isInStep: true,
      })
    }
  })
})

describe('Expect: 100-continue', () => {
  const json = ['Content-Type: application/json', 'Content-Length: 2', 'Expect: 100-continue']

  test('is answered with 100 when the body is read', async () => {
    const { forum, open } = await listeningForum()
    const connection = await open()
    connection.request(['POST /api/settings HTTP/1.1', ...json, await authorizationLine(forum)])
    expect((await connection.answer()).status).toBe(100)
    connection.write('{}')
    expect((await connection.answer()).status).toBe(204)
    expect(await isInStep(connection)).toBe(true)
  })

  test('gets a refusal before the body is sent, and the connection is closed', async () => {
    const { open } = await listeningForum()
    const upload = [
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 1000',
      'Expect: 100-continue',
    ]
    const tooLarge = ['Content-Type: application/json', 'Content-Length: 9000000', 'Expect: 100-continue']
    for (const [headers, status] of [
      [upload, 400],
      [tooLarge, 413],
    ] as const) {
      const connection = await open()
      connection.request(['POST /api/users/1/avatar HTTP/1.1', ...headers])
      const answer = await connection.answer()
      expect({ status: answer.status, connection: answer.headers.connection }).toEqual({
        status,
        connection: 'close',
      })
      await connection.closed()
    }
  })

  test('with another expectation is 417', async () => {
    const { open } = await listeningForum()
    const connection = await open()
    connection.request(['GET /health HTTP/1.1', 'Expect: wonders'])
    expect((await connection.answer()).status).toBe(417)
  })
})

describe('requests with an ambiguous end', () => {
  const smuggled = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n'

  test.each([
    ['both lengths', ['Content-Length: 4', 'Transfer-Encoding: chunked']],
    ['both lengths the other way round', ['Transfer-Encoding: chunked', 'Content-Length: 4']],
    ['two lengths', ['Content-Length: 0', 'Content-Length: 4']],
    ['a list of lengths', ['Content-Length: 0, 4']],
    ['a signed length', ['Content-Length: +4']],
    ['an invalid length', ['Content-Length: 4x']],
    ['an unknown coding', ['Transfer-Encoding: gzip']],
    ['an obscured coding', ['Transfer-Encoding: xchunked']],
    ['chunks before another coding', ['Transfer-Encoding: chunked, identity']],
    ['a space before the colon', ['Content-Length : 4']],
    ['a folded header', ['X: a', ' Content-Length: 4']],
  ])('with %s are 400 and the connection is closed', async (_, headers) => {
    const { forum, open } = await listeningForum()
    const connection = await open()
    connection.request(['POST /api/token HTTP/1.1', ...headers], `0\r\n\r\n${smuggled}`)
    const answer = await connection.answer()
    expect({ status: answer.status, connection: answer.headers.connection }).toEqual({
      status: 400,
      connection: 'close',
    })
    await connection.closed()
    expect(connection.rest).toBe('')
    expect(forum.logged).toEqual([])
  })

  test('that ask for an upgrade are answered in HTTP/1.1', async () => {
    const { open } = await listeningForum()
    const connection = await open()
    for (const protocol of ['websocket', 'h2c', 'TLS/1.2']) {
      connection.request(['GET /health HTTP/1.1', 'Connection: Upgrade', `Upgrade: ${protocol}`])
      expect((await connection.answer()).status).toBe(200)
      expect(await isInStep(connection)).toBe(true)
    }
  })

  test.each(['CONNECT localhost:80', 'TRACE /api/groups', 'PROPFIND /api/groups', 'FOO /api/groups'])(
    '%s is refused',
    async (first) => {
      const { forum, open } = await listeningForum()
      const connection = await open()
      connection.request([`${first} HTTP/1.1`])
      await connection.answer().then(
        ({ status }) => expect([400, 404, 405]).toContain(status),
        () => expect(connection.rest).toBe(''),
      )
      expect(forum.logged).toEqual([])
    },
  )
})
