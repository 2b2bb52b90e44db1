import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { listeningForum, type RawConnection, type TestForumOptions, tokenLine } from '@parley/testing'
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

/** Sends a text byte by byte until the other side ends the connection. */
async function dribble(connection: RawConnection, text: string): Promise<void> {
  for (let at = 0; !connection.isClosed; at = (at + 1) % text.length) {
    connection.write(text.charAt(at))
    await sleep(10)
  }
}

describe('who is slow', () => {
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
    ['and says nothing', '', ''],
  ])('%s gets 408 in the end, and the connection is closed', async (_, first, more) => {
    const { forum, open } = await listening({
      listenerLimits: { headersMs: 200, requestMs: 200, checkMs: 50 },
    })
    const connection = await open()
    connection.write(first)
    if (more === '') await connection.closed()
    else await dribble(connection, more)
    expect(connection.rest).toMatch(/^HTTP\/1\.1 408 /)
    expect(await isHealthy(open)).toBe(true)
    expect(forum.logged).toEqual([])
  })

  test('holds up nobody, however many there are', async () => {
    const { forum, open, many } = await listening()
    const [headers, bodies, uploads, idle] = await Promise.all([many(100), many(100), many(100), many(200)])
    const token = await tokenLine(forum)
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

  test('close the one that has been idle for longest, never one with a request', async () => {
    const { forum, open, many } = await listening({ listenerLimits: limits })
    const token = await tokenLine(forum)
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
    // Each is known to the server then, and `used` is not the one that has been idle for longest.
    for (const connection of [...idle, used]) await use(connection)
    const more = await many(15)
    const closed = (connections: readonly RawConnection[]) =>
      connections.filter(({ isClosed }) => isClosed).length
    while (closed(idle) < 15) await sleep(5)
    expect([closed(idle), closed([busy, used, ...more])]).toEqual([15, 0])
    for (const connection of [used, ...more]) await use(connection)
    busy.write('}')
    expect((await busy.answer()).status).toBe(204)
  })

  test('are refused where all of them have requests', async () => {
    const { forum, open, many } = await listening({ listenerLimits: limits })
    const token = await tokenLine(forum)
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

  test.runIf(process.platform === 'linux')(
    'of one address are not closed for the sake of another',
    async () => {
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
      expect([few.filter(isOpen).length, many.filter(isOpen).length]).toEqual([3, 8])
      const others = await from('127.0.0.4', 8)
      // There is room for one more. Then addresses with the most idle connections lose some.
      const last = await from('127.0.0.5', 4)
      await sleep(50)
      const left = [few, many, others, last].map((sockets) => sockets.filter(isOpen).length)
      expect([left[0], left[3], (left[1] ?? 0) + (left[2] ?? 0)]).toEqual([3, 4, 13])
      expect(await isHealthy(open)).toBe(true)
    },
  )

  test('through a trusted proxy all come from one address', async () => {
    const { open, many } = await listening({
      trustProxy: '127.0.0.1',
      listenerLimits: { sockets: 30, socketsPerAddress: 5 },
    })
    const connections = await many(25)
    expect(await isHealthy(open)).toBe(true)
    expect(connections.filter(({ isClosed }) => isClosed)).toEqual([])
  })

  test('idle ones take little', async () => {
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
    // Both ends are in this process. What a collection frees may be free a moment later.
    await expect.poll(() => (used() - before) / connections.length, { timeout: 20_000 }).toBeLessThan(40_000)
  })
})
