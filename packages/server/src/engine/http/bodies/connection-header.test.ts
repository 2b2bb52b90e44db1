import { Agent, request } from 'node:http'
import { listeningForum, type RawConnection } from '@parley/testing'
import { describe, expect, test } from 'vitest'

const json = 'Content-Type: application/json'

/** The headers about the connection of an answer to a POST. */
async function post(connection: RawConnection, body: string, ...headers: string[]) {
  connection.request(['POST /api/nothing HTTP/1.1', `Content-Length: ${body.length}`, json, ...headers], body)
  const { status, headers: answered } = await connection.answer('POST')
  return { status, connection: answered.connection, timeout: answered['keep-alive'] }
}

describe('what an answer to a request with a body says of its connection', () => {
  test('it stays open, as after a GET', async () => {
    const { open } = await listeningForum()
    const connection = await open()
    connection.request(['GET /health HTTP/1.1'])
    const { headers } = await connection.answer()
    expect(headers.connection).toBe('keep-alive')
    const timeout = headers['keep-alive']
    expect(timeout).toMatch(/^timeout=\d+$/)
    const open_ = { connection: 'keep-alive', timeout }
    expect(await post(connection, '{}')).toEqual({ status: 404, ...open_ })
    // Refused as a whole, and received as a whole.
    expect(await post(connection, '{')).toEqual({ status: 400, ...open_ })
    expect(await post(connection, '{}')).toEqual({ status: 404, ...open_ })
  })

  test('it is closed, where the client asks for that or cannot know better', async () => {
    const { open } = await listeningForum()
    for (const body of ['{}', '{']) {
      const asked = await open()
      expect(await post(asked, body, 'Connection: close')).toMatchObject({ connection: 'close' })
      await asked.closed()
      const old = await open()
      old.request(['POST /api/nothing HTTP/1.0', `Content-Length: ${body.length}`, json], body)
      expect((await old.answer('POST')).headers.connection).toBe('close')
      await old.closed()
    }
  })
})

test('a pool of connections loses no request', async () => {
  const { port } = await listeningForum()
  const agent = new Agent({ keepAlive: true, maxSockets: 2 })
  const send = (method: string, body: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const sent = request({ port, agent, method, path: '/api/nothing', headers }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
      })
      sent.on('error', reject).end(body)
    })
  const content = { 'content-type': 'application/json' }
  const outcomes = new Set<unknown>()
  for (let index = 0; index < 1000; index += 4) {
    const batch = [
      send('GET', '', {}),
      send('POST', '{}', content),
      send('POST', '{', index % 8 === 0 ? { ...content, connection: 'close' } : content),
      send('POST', '{}', index % 8 === 4 ? { ...content, connection: 'close' } : content),
    ]
    for (const { reason, value } of (await Promise.allSettled(batch)) as { reason?: Error; value?: number }[])
      outcomes.add(reason?.message ?? value)
  }
  agent.destroy()
  expect(outcomes).toEqual(new Set([404, 400]))
})

test('fetch, which has a pool of its own, loses no request either', async () => {
  const { port } = await listeningForum()
  for (let index = 0; index < 200; index += 1) {
    const body = index % 2 === 0 ? '{}' : '{'
    const answer = await fetch(`http://127.0.0.1:${port}/api/nothing`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    await answer.arrayBuffer()
    expect(answer.status).toBe(index % 2 === 0 ? 404 : 400)
  }
})
