import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { authorizationLine, listeningForum, type RawConnection, type TestForumOptions } from '@parley/testing'
import { describe, expect, onTestFinished, test } from 'vitest'

async function listening(options: TestForumOptions = {}) {
  const { forum, port, open } = await listeningForum(options)
  const many = (count: number) => Promise.all(Array.from({ length: count }, open))
  return { forum, port, open, many }
}

async function isHealthy(open: () => Promise<RawConnection>): Promise<boolean> {
  const connection = await open()
  connection.request(['GET /health HTTP/1.1'])
  const { status } = await connection.answer()
  return status === 200
}

/** Sends a text byte by byte until the server closes the connection. */
async function sendSlowly(connection: RawConnection, text: string): Promise<void> {
  for (let at = 0; !connection.isClosed; at = (at + 1) % text.length) {
    connection.write(text.charAt(at))
    await sleep(10)
  }
}

describe('a slow client', () => {
  test.each([
    ['with headers', 'GET /health HTTP/1.1\r\nHost: localhost\r\n', 'X-Header: a value\r\n'],
    [
      'with a body',
      'POST /api/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n',
      ' ',
    ],
    [
      'with a body in chunks',
      'POST /api/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      '1\r\n \r\n',
    ],
    ['without a byte', '', ''],
  ])('%s gets 408 after the timeout, and the connection is closed', async (_, first, more) => {
    const { forum, open } = await listening({
      listenerLimits: { headersMs: 200, requestMs: 200, checkMs: 50 },
    })
    const connection = await open()
    connection.write(first)
    if (more === '') await connection.closed()
    else await sendSlowly(connection, more)
    expect(connection.rest).toMatch(/^HTTP\/1\.1 408 /)
    expect(await isHealthy(open)).toBe(true)
    expect(forum.logged).toEqual([])
  })

  test('does not block others, even in large numbers', async () => {
    const { forum, open, many } = await listening()
    const [headers, bodies, uploads, idle] = await Promise.all([many(100), many(100), many(100), many(200)])
    const token = await authorizationLine(forum)
    for (const connection of headers) connection.write('GET /health HTTP/1.1\r\nHost: loc')
    const large = ['Content-Length: 1000000', token]
    for (const connection of bodies)
      connection.request(
        ['POST /api/discussions HTTP/1.1', 'Content-Type: application/json', ...large],
        '{"data":',
      )
    for (const connection of uploads)
      connection.request(
        ['POST /api/users/1/avatar HTTP/1.1', 'Content-Type: multipart/form-data; boundary=x', ...large],
        '--x\r\n',
      )
    await sleep(50)
    for (let times = 0; times < 5; times++) {
      expect(await isHealthy(open)).toBe(true)
      const [reader, writer] = await many(2)
      reader?.request(['GET /api/discussions HTTP/1.1'])
      expect((await reader?.answer())?.status).toBe(200)
      const body = JSON.stringify({ data: { attributes: { title: 'A title', content: 'x'.repeat(10_000) } } })
      const length = `Content-Length: ${body.length}`
      writer?.request(
        ['POST /api/discussions HTTP/1.1', 'Content-Type: application/json', length, token],
        body,
      )
      expect([201, 429]).toContain((await writer?.answer())?.status)
    }
    expect([...headers, ...bodies, ...uploads, ...idle].filter(({ isClosed }) => isClosed)).toEqual([])
    expect(forum.logged).toEqual([])
  })
})

describe('too many connections', () => {
  const limits = { sockets: 20, socketsPerAddress: 20 }

  test('close the longest idle one, never one with a request', async () => {
    const { forum, open, many } = await listening({ listenerLimits: limits })
    const token = await authorizationLine(forum)
    const busy = await open()
    const settings = [
      'POST /api/settings HTTP/1.1',
      'Content-Type: application/json',
      'Content-Length: 2',
      token,
    ]
    busy.request(settings, '{')
    const use = async (connection: RawConnection) => {
      connection.request(['GET /health HTTP/1.1'])
      expect((await connection.answer()).status).toBe(200)
    }
    const used = await open()
    const idle = await many(18)
    // Afterwards the server has accepted them all, and `used` is not the longest idle one.
    for (const connection of [...idle, used]) await use(connection)
    const more = await many(15)
    const closed = (connections: readonly RawConnection[]) =>
      connections.filter(({ isClosed }) => isClosed).length
    while (closed(idle) < 15) await sleep(5)
    expect({ idle: closed(idle), others: closed([busy, used, ...more]) }).toEqual({ idle: 15, others: 0 })
    for (const connection of [used, ...more]) await use(connection)
    busy.write('}')
    expect((await busy.answer()).status).toBe(204)
  })

  test('are refused if all existing ones have requests', async () => {
    const { forum, open, many } = await listening({ listenerLimits: limits })
    const token = await authorizationLine(forum)
    const settings = [
      'POST /api/settings HTTP/1.1',
      'Content-Type: application/json',
      'Content-Length: 2',
      token,
    ]
    const busy = await many(20)
    for (const connection of busy) connection.request(settings, '{')
    await sleep(50)
    const refused = await open()
    await refused.closed()
    for (const connection of busy) connection.write('}')
    for (const connection of busy) expect((await connection.answer()).status).toBe(204)
    expect(await isHealthy(open)).toBe(true)
  })

  test.runIf(process.platform === 'linux')('from one address do not displace those of another', async () => {
    const { port, open } = await listening({ listenerLimits: { sockets: 20, socketsPerAddress: 8 } })
    const from = async (localAddress: string, count: number) => {
      const sockets: Socket[] = []
      for (let index = 0; index < count; index++) {
        const socket = connect({ port, host: '127.0.0.1', localAddress })
        onTestFinished(() => void socket.destroy())
        socket.resume().on('error', () => {})
        await once(socket, 'connect')
        sockets.push(socket)
      }
      return sockets
    }
    const isOpen = ({ closed }: Socket) => !closed
    const few = await from('127.0.0.2', 3)
    const many = await from('127.0.0.3', 30)
    await sleep(50)
    expect({ fewOpen: few.filter(isOpen).length, manyOpen: many.filter(isOpen).length }).toEqual({
      fewOpen: 3,
      manyOpen: 8,
    })
    const others = await from('127.0.0.4', 8)
    // One more fits. Then addresses with the most idle connections lose some.
    const last = await from('127.0.0.5', 4)
    await sleep(50)
    const openIn = (...groups: Socket[][]) => groups.flat().filter(isOpen).length
    expect({ few: openIn(few), manyAndOthers: openIn(many, others), last: openIn(last) }).toEqual({
      few: 3,
      manyAndOthers: 13,
      last: 4,
    })
    expect(await isHealthy(open)).toBe(true)
  })

  test('from a trusted proxy have no limit per address', async () => {
    const { open, many } = await listening({
      trustProxy: '127.0.0.1',
      listenerLimits: { sockets: 30, socketsPerAddress: 5 },
    })
    const connections = await many(25)
    expect(await isHealthy(open)).toBe(true)
    expect(connections.filter(({ isClosed }) => isClosed)).toEqual([])
  })

  test('idle ones take little memory', async () => {
    const { many } = await listening()
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const used = () => {
      collectGarbage()
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    }
    const before = used()
    const connections = await many(500)
    // Both ends are in this process. Memory may be released a moment after the garbage collection.
    await expect.poll(() => (used() - before) / connections.length, { timeout: 20_000 }).toBeLessThan(40_000)
  })
})
