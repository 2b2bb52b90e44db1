import { once } from 'node:events'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { createTestForum, eachTestForum, makeDiscussion, makeUser, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'
import { Budget, type Budgets } from '../../../infrastructure/limits/budget.ts'

/** The longest possible post, of characters that JSON escapes. */
const quotes = '"'.repeat(65_535)
const quotesHtml = `<p>${'&quot;'.repeat(65_535)}</p>`

function budgetsOf(bytes: number, waitMs = 60_000): Budgets {
  const budget = (total: number) => new Budget({ total, waiting: { total: 1000 }, waitMs })
  const streams = new Budget({ total: 24, perKey: 12, waiting: { total: 16, perKey: 8 }, waitMs })
  return { answers: budget(8), streams, bytes: budget(bytes), whole: budget(2 ** 20) }
}

/** `expect.poll` with a timeout for busy machines. */
function eventually<T>(value: () => T) {
  return expect.poll(value, { timeout: 20_000 })
}

async function discussionOfLongPosts(
  forum: TestForum,
  count: number,
  post = { content: quotes, content_html: quotesHtml },
): Promise<number> {
  return (await makeDiscussion(forum, { posts: Array.from({ length: count }, () => post) })).id
}

interface Listed {
  data: { id: string; attributes: Record<string, unknown> }[]
  links: { next?: string }
}

eachTestForum((open) => {
  test('a page of the longest posts is complete, and the process holds a few of them at a time', async () => {
    const budgets = budgetsOf(16 * 2 ** 20)
    const forum = await open({ budgets })
    const id = await discussionOfLongPosts(forum, 50)
    const path = `/api/posts?filter[discussion]=${id}&page[limit]=50`
    const answers = await Promise.all([1, 2, 3].map(() => forum.guest().get(path)))
    for (const { status, text, headers } of answers) {
      expect({ status, type: headers['content-type'] }).toEqual({
        status: 200,
        type: 'application/vnd.api+json',
      })
      const { data } = JSON.parse(text) as Listed
      expect(data.map(({ attributes }) => attributes.number)).toEqual(
        Array.from({ length: 50 }, (_, index) => index + 1),
      )
      expect(data.every(({ attributes }) => attributes.contentHtml === quotesHtml)).toBe(true)
      expect(Object.keys(data[0]?.attributes ?? {})).toContain('renderFailed')
    }
    expect(budgets.bytes.peak).toBeGreaterThan(3 * quotesHtml.length)
    expect(budgets.bytes.peak).toBeLessThanOrEqual(16 * 2 ** 20)
    const { bytes, streams, answers: answersInMaking } = budgets
    expect({ bytes: bytes.used, streams: streams.used, answers: answersInMaking.used }).toEqual({
      bytes: 0,
      streams: 0,
      answers: 0,
    })
  })

  test.each([
    ['one post', quotesHtml, [[1], [2], [3], [4], [5]]],
    [
      'as many as fit into 512 kB',
      '&quot;'.repeat(28_000),
      [
        [1, 2, 3],
        [4, 5],
      ],
    ],
  ])('a page by cursor ends early, after %s, and its link leads to the rest', async (_, html, expected) => {
    const forum = await open()
    const id = await discussionOfLongPosts(forum, 5, { content: '"', content_html: html })
    let path: string | undefined = `/api/posts?filter[discussion]=${id}&page[limit]=50&page[after]=`
    const pages: unknown[][] = []
    while (path) {
      const { data, links } = JSON.parse((await forum.guest().get(path)).text) as Listed
      pages.push(data.map(({ attributes }) => attributes.number))
      path = links.next?.slice('http://localhost'.length)
    }
    expect(pages).toEqual(expected)
  })

  test('a long post has the same text for its author and in lists, and is rendered again when stale', async () => {
    const forum = await open()
    const author = await makeUser(forum)
    const text = 'ä '.repeat(9000).trim()
    const { id } = await makeDiscussion(forum, {
      user_id: author.id,
      posts: [{ content: text, content_html: `<p>${text}</p>`, user_id: author.id }],
    })
    const as = await forum.as(author)
    const alone = (await as.get(`/api/posts?filter[discussion]=${id}`)).body.data[0]
    expect(alone?.attributes).toMatchObject({
      content: text,
      contentHtml: `<p>${text}</p>`,
      renderFailed: false,
    })
    const listed = (await forum.guest().get('/api/discussions?include=firstPost')).body.included?.[0]
    expect(listed?.attributes).toMatchObject({ contentHtml: `<p>${text}</p>` })
    expect(listed?.attributes).not.toHaveProperty('content')
    const old = await forum.current.database.transaction((db) =>
      db.updateTable('posts').set({ markup_version: 'old' }).where('discussion_id', '=', id).execute(),
    )
    expect(old).toHaveLength(1)
    const fresh = (await forum.guest().get(`/api/posts/${alone?.id}`)).body.data as Listed['data'][number]
    expect(String(fresh.attributes.contentHtml).trim()).toBe(`<p>${text}</p>`)
  })

  test('a long post can be edited, also with the text that it has', async () => {
    const forum = await open()
    const content = 'word '.repeat(4000).trim()
    const { id } = await makeDiscussion(forum, { posts: [{ content, content_html: `<p>${content}</p>` }] })
    const as = await forum.as(1)
    const [post] = (await as.get(`/api/posts?filter[discussion]=${id}`)).body.data as Listed['data']
    const attributes = { content: `${content} more` }
    const edited = await as.patch(`/api/posts/${post?.id}`, { data: { attributes } })
    expect(edited.body.data).toMatchObject({ attributes: { content: `${content} more` } })
    const unchanged = await as.patch(`/api/posts/${post?.id}`, { data: { attributes } })
    expect(unchanged.status).toBe(200)
  })

  test('a request that waits too long for memory is 503 before the answer begins', async () => {
    const budgets = budgetsOf(16 * 2 ** 20, 30)
    const forum = await open({ budgets })
    const id = await discussionOfLongPosts(forum, 2)
    const taken = await budgets.bytes.reserve(16 * 2 ** 20)
    const { status, body, headers } = await forum.guest().get(`/api/posts?filter[discussion]=${id}`)
    expect({ status, code: body.errors?.[0]?.code, retryAfter: headers['retry-after'] }).toEqual({
      status: 503,
      code: 'busy',
      retryAfter: '1',
    })
    taken.release()
    expect((await forum.guest().get(`/api/posts?filter[discussion]=${id}`)).status).toBe(200)
    expect(budgets.streams.used).toBe(0)
  })
})

test('a client that reads nothing holds its reservations until it disconnects', async () => {
  const budgets = budgetsOf(64 * 2 ** 20)
  const forum = await createTestForum({ budgets, port: 0 })
  const id = await discussionOfLongPosts(forum, 50)
  const port = await forum.listen()
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  socket.write(`GET /api/posts?filter[discussion]=${id}&page[limit]=50 HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  await eventually(() => budgets.streams.used).toBe(1)
  // As many posts are loaded as fit into the sockets, and one more.
  await eventually(() => budgets.bytes.used).toBeGreaterThan(0)
  await eventually(async () => {
    const before = budgets.bytes.used
    await new Promise((resolve) => setTimeout(resolve, 100))
    return budgets.bytes.used === before
  }).toBe(true)
  expect(budgets.bytes.used).toBeLessThan(4 * 2 ** 20)
  socket.destroy()
  await once(socket, 'close')
  await eventually(() => ({ bytes: budgets.bytes.used, streams: budgets.streams.used })).toEqual({
    bytes: 0,
    streams: 0,
  })
  expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
})

test('clients that read nothing delay no answers but long ones', async () => {
  const budgets = budgetsOf(8 * 2 ** 20)
  const forum = await createTestForum({ budgets, port: 0 })
  const id = await discussionOfLongPosts(forum, 50)
  const port = await forum.listen()
  const sockets = Array.from({ length: 40 }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.pause()
    socket.on('error', () => {})
    socket.write(`GET /api/posts?filter[discussion]=${id}&page[limit]=50 HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    return socket
  })
  // An address has 12 streams: its further requests wait or are refused.
  await eventually(() => ({ streams: budgets.streams.used, answers: budgets.answers.used })).toEqual({
    streams: 12,
    answers: 0,
  })
  await eventually(() => budgets.bytes.waiting).toBeGreaterThan(0)
  const { status, body } = await forum.guest().get('/api/discussions')
  expect({ status, data: body.data }).toEqual({
    status: 200,
    data: [expect.objectContaining({ id: String(id) })],
  })
  for (const socket of sockets) socket.destroy()
  const used = () => ({ bytes: budgets.bytes.used, streams: budgets.streams.used })
  await eventually(used).toEqual({ bytes: 0, streams: 0 })
})

const decoders = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }

async function request(
  forum: TestForum,
  url: string,
  accepted: string | undefined,
  method: 'GET' | 'HEAD' = 'GET',
) {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
  return forum.inject({ method, url, headers })
}

test('answers are compressed with an encoding that the client accepts', async () => {
  const forum = await createTestForum()
  for (let number = 0; number < 20; number++) await makeDiscussion(forum)
  const plain = await request(forum, '/api/discussions', undefined)
  const encodingOf = ({ headers }: { headers: Record<string, unknown> }) => ({
    encoding: headers['content-encoding'],
    vary: headers.vary,
  })
  expect(encodingOf(plain)).toEqual({ encoding: undefined, vary: 'Accept-Encoding' })
  for (const encoding of ['zstd', 'br', 'gzip'] as const) {
    const answer = await request(forum, '/api/discussions', encoding)
    const { headers, rawPayload } = answer
    expect(encodingOf(answer)).toEqual({ encoding, vary: 'Accept-Encoding' })
    expect(Number(headers['content-length'])).toBe(rawPayload.length)
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
    expect(JSON.parse(decoders[encoding](rawPayload).toString())).toEqual(plain.json())
    const head = await request(forum, '/api/discussions', encoding, 'HEAD')
    expect({
      encoding: head.headers['content-encoding'],
      length: head.headers['content-length'],
      sent: head.rawPayload.length,
    }).toEqual({ encoding, length: headers['content-length'], sent: 0 })
  }
  const small = await request(forum, '/health', 'gzip')
  expect({ encoding: small.headers['content-encoding'], body: small.body }).toEqual({
    encoding: undefined,
    body: '{"status":"ok"}',
  })
})

test('a streamed answer is compressed, too', async () => {
  const forum = await createTestForum()
  const id = await discussionOfLongPosts(forum, 3)
  const url = `/api/posts?filter[discussion]=${id}`
  const plain = await request(forum, url, undefined)
  for (const encoding of ['zstd', 'br', 'gzip'] as const) {
    const { headers, rawPayload } = await request(forum, url, encoding)
    expect({
      encoding: headers['content-encoding'],
      vary: headers.vary,
      length: headers['content-length'],
    }).toEqual({ encoding, vary: 'Accept-Encoding', length: undefined })
    expect(decoders[encoding](rawPayload).toString()).toBe(plain.body)
  }
  const head = await request(forum, url, 'gzip', 'HEAD')
  expect({ status: head.statusCode, sent: head.rawPayload.length }).toEqual({ status: 200, sent: 0 })
})

test('a text that the client has is not sent again, whatever its encoding', async () => {
  const forum = await createTestForum()
  for (let number = 0; number < 20; number++) await makeDiscussion(forum)
  const first = await request(forum, '/atom', 'br')
  expect({ status: first.statusCode, encoding: first.headers['content-encoding'] }).toEqual({
    status: 200,
    encoding: 'br',
  })
  const headers = { 'accept-encoding': 'br', 'if-none-match': String(first.headers.etag) }
  const again = await forum.inject({ url: '/atom', headers })
  expect({
    status: again.statusCode,
    etag: again.headers.etag,
    sent: again.rawPayload.length,
  }).toEqual({ status: 304, etag: first.headers.etag, sent: 0 })
  // A strong tag would promise the same bytes in every encoding.
  expect(first.headers.etag).toMatch(/^W\/"/)
})

test('with compression off, answers are not compressed', async () => {
  const forum = await createTestForum({ compression: 'off' })
  for (let number = 0; number < 20; number++) await makeDiscussion(forum)
  const { headers } = await request(forum, '/api/discussions', 'gzip')
  expect({ encoding: headers['content-encoding'], vary: headers.vary }).toEqual({
    encoding: undefined,
    vary: undefined,
  })
})
