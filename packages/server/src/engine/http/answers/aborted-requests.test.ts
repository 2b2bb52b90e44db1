import { setTimeout as sleep } from 'node:timers/promises'
import {
  authorizationLine,
  listeningForum,
  makeDiscussion,
  multipartBody,
  type RawConnection,
} from '@parley/testing'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'
import { defineExtension } from '../../../points/extension.ts'

const megabyte = 1024 * 1024

/** A route whose answer the test triggers. */
const slow = { requested: Promise.withResolvers<void>(), mayAnswer: Promise.withResolvers<void>() }
const probe = {
  id: 'probe',
  title: 'probe',
  version: '1.0.0',
  declaration: defineExtension({
    routes: [
      {
        method: 'GET',
        path: '/api/slow',
        async run() {
          slow.requested.resolve()
          await slow.mayAnswer.promise
          return { status: 200, json: { text: 'x'.repeat(megabyte) } }
        },
      },
    ],
  }),
}

/** The ways in which a connection ends. */
const ends: [name: string, end: (connection: RawConnection) => void][] = [
  ['closed', ({ socket }) => socket.destroy()],
  ['reset', ({ socket }) => socket.resetAndDestroy()],
  ['half closed', ({ socket }) => socket.end()],
]

test.each(ends)('a connection that is %s in any phase causes no error in the log', async (_, end) => {
  slow.requested = Promise.withResolvers()
  slow.mayAnswer = Promise.withResolvers()
  const { forum, open } = await listeningForum({ extensions: [probe], client: await pageClient() })
  const token = await authorizationLine(forum)
  await forum.current.files.write('large.png', Buffer.alloc(8 * megabyte))
  const discussion = await makeDiscussion(forum)
  const file = multipartBody([{ name: 'avatar', filename: 'a.png', content: Buffer.alloc(megabyte) }])
  const multipart = ['Content-Type: multipart/form-data; boundary=x', `Content-Length: ${file.length}`]
  const json = ['Content-Type: application/json', 'Content-Length: 1000000']
  const text = ['Content-Type: text/plain', 'Content-Length: 1000000']
  const phases: ((connection: RawConnection) => unknown)[] = [
    () => {},
    (connection) => connection.write('GET /api/disc'),
    (connection) => connection.write('GET /api/discussions HTTP/1.1\r\nHost: loc'),
    (connection) => connection.request(['POST /api/discussions HTTP/1.1', ...json, token]),
    (connection) => connection.request(['POST /api/discussions HTTP/1.1', ...json, token], '{"data":'),
    (connection) =>
      connection.request(['POST /api/discussions HTTP/1.1', ...json, token], ' '.repeat(500_000)),
    (connection) => connection.request(['POST /login HTTP/1.1', ...json], '{"identification":'),
    (connection) => connection.request(['POST /api/nothing HTTP/1.1', ...json], '{'),
    (connection) => connection.request(['POST /api/discussions HTTP/1.1', ...text], 'x'.repeat(1000)),
    (connection) => connection.request(['GET /api/discussions HTTP/1.1', ...json], '{'),
    (connection) => connection.request(['POST /api/users/1/avatar HTTP/1.1', ...multipart, token]),
    (connection) =>
      connection.request(['POST /api/users/1/avatar HTTP/1.1', ...multipart, token], file.subarray(0, 9)),
    (connection) =>
      connection.request(['POST /api/users/1/avatar HTTP/1.1', ...multipart, token], file.subarray(0, 200)),
    (connection) =>
      connection.request(['POST /api/users/1/avatar HTTP/1.1', ...multipart, token], file.subarray(0, -9)),
    (connection) => connection.request(['POST /api/users/1/avatar HTTP/1.1', ...multipart, token], file),
    (connection) =>
      connection.request(['POST /api/users/1/avatar HTTP/1.1', ...multipart], file.subarray(0, 200)),
    (connection) =>
      connection.request(['POST /api/users/1/avatar HTTP/1.1', ...multipart, 'Expect: 100-continue', token]),
    (connection) => {
      const headers = ['Content-Type: application/json', 'Transfer-Encoding: chunked', token]
      connection.request(['POST /api/discussions HTTP/1.1', ...headers], 'fff\r\n{"data"')
    },
    (connection) => connection.request(['GET /assets/large.png HTTP/1.1']),
    (connection) => connection.request([`GET /d/${discussion.id} HTTP/1.1`, token]),
    (connection) => connection.request([`GET /d/${discussion.id} HTTP/1.1`]),
    (connection) => connection.request(['GET /api/openapi.json HTTP/1.1']),
    (connection) => {
      for (let times = 0; times < 20; times++) connection.request(['GET /api/discussions HTTP/1.1', token])
    },
    async (connection) => {
      connection.request(['GET /api/slow HTTP/1.1'])
      await slow.requested.promise
    },
  ]
  for (const send of phases) {
    // At once, and after the server has processed the data.
    for (const milliseconds of [0, 30]) {
      const connection = await open()
      connection.socket.pause()
      await send(connection)
      await sleep(milliseconds)
      end(connection)
    }
  }
  slow.mayAnswer.resolve()
  const healthy = await open()
  healthy.request(['GET /health HTTP/1.1'])
  expect((await healthy.answer()).status).toBe(200)
  while (forum.bodyLoad.taken + forum.bodyLoad.waiting > 0) await sleep(10)
  await forum.settled()
  expect(forum.logged).toEqual([])
})
