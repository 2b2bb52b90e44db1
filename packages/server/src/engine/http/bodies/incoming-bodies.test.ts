import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  admin,
  authorizationLine,
  createTestForum,
  listeningForum,
  makeUser,
  multipartBody,
  type RawConnection,
  type TestForumOptions,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { requireAdministrator } from '../../../points/context/actor.ts'
import { defineExtension } from '../../../points/extension.ts'

const megabyte = 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Bytes of buffers in use. Garbage collection frees some of them a moment later, so poll it. */
function arrayBuffers(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

/** Bytes of buffers and objects in use. */
function heapAndBuffers(): number {
  return arrayBuffers() + process.memoryUsage().heapUsed
}

/** A route that reports the size of a request, and accepts files of administrators. */
const probe = {
  id: 'probe',
  title: 'probe',
  version: '1.0.0',
  declaration: defineExtension({
    routes: [
      {
        method: 'POST',
        path: '/api/keep',
        uploads: {
          files: 1,
          bytes: 4 * megabyte,
          authorize: (_request, context) => requireAdministrator(context),
        },
        run: ({ files, body }) => ({
          status: 200,
          json: { bytes: files.map(({ bytes }) => bytes.length), members: Object.keys(body).length },
        }),
      },
    ],
  }),
}

const listening = (options: TestForumOptions = {}) => listeningForum({ extensions: [probe], ...options })

const upload = (length: number | 'chunked', ...headers: string[]) => [
  'POST /api/keep HTTP/1.1',
  'Content-Type: multipart/form-data; boundary=x',
  length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
  ...headers,
]
const json = (length: number, ...headers: string[]) => [
  'POST /api/keep HTTP/1.1',
  'Content-Type: application/json',
  `Content-Length: ${length}`,
  ...headers,
]
const codeOf = ({ body }: { body: string }) =>
  (JSON.parse(body) as { errors: { code: string }[] }).errors[0]?.code
/** The parts of an answer that tell when to try again. */
const busyOf = (answer: { status: number; body: string; headers: Record<string, unknown> }) => ({
  status: answer.status,
  code: codeOf(answer),
  retryAfter: answer.headers['retry-after'],
})
const statusOfHealth = async (open: () => Promise<RawConnection>) => {
  const connection = await open()
  connection.request(['GET /health HTTP/1.1'])
  return (await connection.answer()).status
}

describe('uploads of actors who may not upload', () => {
  const file = multipartBody([{ name: 'a', filename: 'a.png', content: Buffer.alloc(3 * megabyte, 7) }])

  test('are refused, and none of their bytes stays in memory', async () => {
    const { forum, open } = await listening({ drainLimits: { bytes: 100 * megabyte, milliseconds: 60_000 } })
    const token = await authorizationLine(forum, (await makeUser(forum)).id)
    const browser = forum.browser()
    await browser.get('/api')
    const session = `Cookie: parley_session=${browser.cookies.parley_session}`
    const visitors = [
      { headers: [], status: 400, code: 'csrf_token_mismatch' },
      { headers: [session], status: 400, code: 'csrf_token_mismatch' },
      { headers: [session, `X-CSRF-Token: ${browser.csrfToken}`], status: 403, code: 'permission_denied' },
      { headers: [token], status: 403, code: 'permission_denied' },
    ]
    for (const { headers, status, code } of visitors) {
      const before = arrayBuffers()
      const connections = await Promise.all(Array.from({ length: 30 }, open))
      // The last byte is missing, so that bytes in memory would still be there.
      for (const connection of connections) {
        connection.request(upload(file.length, ...headers), file.subarray(0, -1))
      }
      while (connections.some(({ socket }) => socket.writableLength > 0)) await sleep(10)
      await sleep(50)
      await expect.poll(() => arrayBuffers() - before, { timeout: 20_000 }).toBeLessThan(20 * megabyte)
      for (const connection of connections) connection.write(file.subarray(-1))
      for (const connection of connections) {
        const answer = await connection.answer()
        expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status, code })
        connection.end()
      }
    }
    expect(forum.logged).toEqual([])
  })

  test('are 403 with the CSRF token as a field of the form', async () => {
    const { forum, open } = await listening()
    const browser = forum.browser()
    await browser.get('/api')
    const session = `Cookie: parley_session=${browser.cookies.parley_session}`
    for (const [token, expected] of [
      [browser.csrfToken, { status: 403, code: 'permission_denied' }],
      ['x'.repeat(40), { status: 400, code: 'csrf_token_mismatch' }],
    ] as const) {
      const parts = [
        { name: 'a', filename: 'a.png', content: Buffer.alloc(megabyte) },
        { name: 'csrfToken', content: token },
      ]
      for (const form of [parts, parts.toReversed()].map(multipartBody)) {
        const connection = await open()
        connection.request(upload(form.length, session), form)
        const answer = await connection.answer()
        expect({ status: answer.status, code: codeOf(answer) }).toEqual(expected)
      }
    }
  })

  test('leave the connection usable, or closed if they are endless', async () => {
    const { open } = await listening({ drainLimits: { bytes: 4 * megabyte, milliseconds: 60_000 } })
    const usable = await open()
    usable.request(upload(file.length), file)
    expect((await usable.answer()).status).toBe(400)
    usable.request(['GET /health HTTP/1.1'])
    expect((await usable.answer()).body).toBe('{"status":"ok"}')

    const endless = await open()
    endless.request(upload('chunked'))
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000), Buffer.from('\r\n')])
    while (endless.rest === '' && !endless.isClosed) {
      endless.write(chunk)
      await sleep(0)
    }
    await endless.closed()
  })

  test('a body that is never sent is answered all the same', async () => {
    const { open } = await listening({ drainLimits: { bytes: megabyte, milliseconds: 20 } })
    const connection = await open()
    connection.request(upload(file.length))
    const answer = await connection.answer()
    expect({ status: answer.status, connection: answer.headers.connection }).toEqual({
      status: 400,
      connection: 'close',
    })
    await connection.closed()
  })
})

describe('memory for bodies', () => {
  const limits = { bytes: 2 * megabyte, bytesPerAddress: 2 * megabyte, waiting: 2, waitingPerAddress: 2 }
  const file = multipartBody([{ name: 'a', filename: 'a.png', content: Buffer.alloc(megabyte - 1000) }])

  test('uploads that find none wait, and beyond the limit of waiting ones they are 503', async () => {
    const { forum, open } = await listening({ bodyLimits: { ...limits, waitMs: 60_000 } })
    const token = await authorizationLine(forum)
    const [first, second, third, fourth, fifth] = await Promise.all([open(), open(), open(), open(), open()])
    for (const connection of [first, second]) {
      connection.request(upload(file.length, token), file.subarray(0, 1000))
    }
    while (forum.bodyLoad.taken < 2 * file.length) await sleep(5)
    for (const connection of [third, fourth]) connection.request(upload(file.length, token), file)
    while (forum.bodyLoad.waiting < 2) await sleep(5)
    fifth.request(upload(file.length, token), file)
    const refused = await fifth.answer()
    expect(busyOf(refused)).toEqual({ status: 503, code: 'busy', retryAfter: '60' })
    expect({ third: third.rest, fourth: fourth.rest }).toEqual({ third: '', fourth: '' })
    // Small bodies do not wait.
    const small = await open()
    small.request(json(2, token), '{}')
    expect((await small.answer()).status).toBe(200)
    for (const connection of [first, second]) connection.write(file.subarray(1000))
    for (const connection of [first, second, third, fourth]) {
      expect(JSON.parse((await connection.answer()).body)).toEqual({ bytes: [megabyte - 1000], members: 0 })
    }
    expect(forum.bodyLoad).toEqual({ taken: 0, waiting: 0 })
    expect(forum.logged).toEqual([])
  })

  test('an upload whose client has disconnected takes no place in the queue', async () => {
    const requested = Promise.withResolvers<void>()
    const decided = Promise.withResolvers<void>()
    const authorize = () => {
      requested.resolve()
      return decided.promise
    }
    const slow = defineExtension({
      routes: [
        {
          method: 'POST',
          path: '/api/slow',
          uploads: { files: 1, bytes: 4 * megabyte, authorize },
          run: () => ({ status: 200, json: {} }),
        },
      ],
    })
    const extensions = [probe, { id: 'slow', title: 'slow', version: '1.0.0', declaration: slow }]
    const { forum, open } = await listening({ extensions, bodyLimits: { ...limits, waitMs: 60_000 } })
    const token = await authorizationLine(forum)
    for (const connection of await Promise.all([open(), open()]))
      connection.request(upload(file.length, token), file.subarray(0, 1000))
    while (forum.bodyLoad.taken < 2 * file.length) await sleep(5)
    const disconnected = await open()
    const [, ...headers] = upload(file.length, token)
    disconnected.request(['POST /api/slow HTTP/1.1', ...headers], file.subarray(0, 1000))
    await requested.promise
    disconnected.end()
    await sleep(100)
    decided.resolve()
    await sleep(100)
    expect(forum.bodyLoad.waiting).toBe(0)
    expect(forum.logged).toEqual([])
  })

  test('a large JSON body waits, and one that waits too long is 503', async () => {
    const { forum, open } = await listening({ bodyLimits: { ...limits, waitMs: 20 } })
    const token = await authorizationLine(forum)
    const text = JSON.stringify({ a: 'x'.repeat(megabyte - 100) })
    const connections = await Promise.all(Array.from({ length: 3 }, open))
    const [first, second, third] = connections as [RawConnection, RawConnection, RawConnection]
    for (const connection of [first, second])
      connection.request(json(text.length, token), text.slice(0, 100_000))
    while (forum.bodyLoad.taken < 2 * text.length) await sleep(5)
    third.request(json(text.length, token), text)
    const answer = await third.answer()
    expect(busyOf(answer)).toEqual({ status: 503, code: 'busy', retryAfter: '1' })
    // A client that disconnects releases its reservation.
    first.end()
    while (forum.bodyLoad.taken > text.length) await sleep(5)
    third.request(json(text.length, token), text)
    expect((await third.answer()).status).toBe(200)
    second.write(text.slice(100_000))
    expect((await second.answer()).status).toBe(200)
    expect(forum.bodyLoad).toEqual({ taken: 0, waiting: 0 })
    expect(forum.logged).toEqual([])
  })

  test('a hundred concurrent large bodies stay within the limit', async () => {
    const { forum, open } = await listening({
      bodyLimits: { ...limits, waiting: 20, waitingPerAddress: 20, waitMs: 60_000 },
      drainLimits: { milliseconds: 10 },
    })
    const token = await authorizationLine(forum)
    const text = Buffer.from(JSON.stringify({ a: 'x'.repeat(megabyte - 100) }))
    const connections = await Promise.all(Array.from({ length: 100 }, open))
    const before = arrayBuffers()
    for (const connection of connections) connection.request(json(text.length, token), text.subarray(0, -1))
    const refused = () => connections.filter(({ rest }) => rest.startsWith('HTTP/1.1 503'))
    while (refused().length < 78) await sleep(10)
    expect(forum.bodyLoad).toEqual({ taken: 2 * text.length, waiting: 20 })
    await expect.poll(() => arrayBuffers() - before, { timeout: 20_000 }).toBeLessThan(20 * megabyte)
    const others = connections.filter(({ rest }) => rest === '')
    for (const connection of others) connection.write(text.subarray(-1))
    expect(
      (await Promise.all(others.map((connection) => connection.answer()))).map(({ status }) => status),
    ).toEqual(Array.from({ length: 22 }, () => 200))
    expect(refused()).toHaveLength(78)
    expect(forum.bodyLoad).toEqual({ taken: 0, waiting: 0 })
  })

  test('bodies in pieces of one byte take no more memory than others', async () => {
    const { forum, open } = await listening()
    const token = await authorizationLine(forum)
    const text = JSON.stringify({ a: 'x'.repeat(200_000) })
    const connection = await open()
    const [first = '', type = ''] = json(0)
    connection.request([first, type, 'Transfer-Encoding: chunked', token])
    const pieces = Buffer.from([...text].map((character) => `1\r\n${character}\r\n`).join(''))
    const before = heapAndBuffers()
    connection.write(pieces)
    while (connection.socket.writableLength > 0) await sleep(10)
    await sleep(50)
    await expect.poll(() => heapAndBuffers() - before, { timeout: 20_000 }).toBeLessThan(5 * megabyte)
    connection.write('0\r\n\r\n')
    expect(JSON.parse((await connection.answer()).body)).toEqual({ bytes: [], members: 1 })
  })

  test('a body with reserved memory that receives nothing is 408', async () => {
    const { forum, open } = await listening({
      bodyLimits: { paceMs: 30 },
      drainLimits: { milliseconds: 10 },
    })
    const token = await authorizationLine(forum)
    for (const request of [json(megabyte, token), upload(megabyte, token)]) {
      const connection = await open()
      connection.request(request, '{'.repeat(20_000))
      const answer = await connection.answer()
      expect({
        status: answer.status,
        code: codeOf(answer),
        connection: answer.headers.connection,
      }).toEqual({ status: 408, code: 'request_timeout', connection: 'close' })
      await connection.closed()
      expect(forum.bodyLoad).toEqual({ taken: 0, waiting: 0 })
    }
    expect(await statusOfHealth(open)).toBe(200)
    expect(forum.logged).toEqual([])
  })
})

describe('JSON', () => {
  test('with more values than any request needs is 413', async () => {
    const { forum, open } = await listening()
    const token = await authorizationLine(forum)
    const many = (count: number, value: string) =>
      `{"a":[${Array.from({ length: count }, () => value).join()}]}`
    for (const [text, status] of [
      [many(49_998, '0'), 200],
      [many(24_999, '{}'), 200],
      [many(300_000, '{}'), 413],
      [many(300_000, '0'), 413],
    ] as const) {
      const connection = await open()
      connection.request(json(text.length, token), text)
      expect((await connection.answer()).status).toBe(status)
    }
    expect(forum.logged).toEqual([])
  })

  const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`

  test.each([
    [nested(511), 201],
    [nested(512), 400],
    [nested(100_000), 400],
    [`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400],
    [`{"a":"${'['.repeat(100_000)}\\"${'{'.repeat(100)}"}`, 201],
  ])('of any depth is no 5xx, also with an idempotency key', async (text, status) => {
    const forum = await createTestForum()
    const client = await forum.as(admin)
    const discussion = '"data":{"type":"discussions","attributes":{"title":"A title","content":"A text"}}'
    const answer = await client.send('/api/discussions', {
      method: 'POST',
      body: `{${discussion},"more":${text}}`,
      headers: { 'idempotency-key': 'k' },
    })
    expect(answer.status).toBe(status)
    expect(forum.logged).toEqual([])
  })
})
