import { csrfToken } from '@parley/shared'
import { expect, test } from 'vitest'
import { Api, type ApiOptions } from './api.ts'
import { ApiError } from './api-error.ts'
import { createResource, saveResource } from './resources.ts'
import { Store } from './store.ts'

interface SentRequest {
  url: string
  init: RequestInit
}

/** An API over canned answers that records the requests sent. */
function apiOver(answers: (Response | Error)[], csrfToken = 'first', options: Partial<ApiOptions> = {}) {
  const sent: SentRequest[] = []
  const send: typeof fetch = async (input, init = {}) => {
    sent.push({ url: String(input), init })
    const answer = answers.shift()
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no more answers')
    return answer
  }
  const api = new Api({ apiUrl: 'https://forum.example/api', csrfToken, fetch: send, ...options })
  const header = (index: number, name: string) => new Headers(sent[index]?.init.headers).get(name)
  return { api, sent, header }
}

function json(body: object, status = 200, token?: string): Response {
  return new Response(JSON.stringify(body), { status, headers: token ? { 'X-CSRF-Token': token } : {} })
}

test('sends writes as POST with the method in a header, and takes new tokens from successful answers', async () => {
  const { api, sent, header } = apiOver([json({ data: null }, 200, 'second'), json({ data: null })])
  await api.request('/posts/1', { method: 'PATCH', body: { data: {} } })
  await api.request('/posts/1', { method: 'DELETE' })
  expect(sent.map(({ init }) => init.method)).toEqual(['POST', 'POST'])
  const headers = (index: number) => ({
    method: header(index, 'X-HTTP-Method-Override'),
    token: header(index, 'X-CSRF-Token'),
  })
  expect(headers(0)).toEqual({ method: 'PATCH', token: 'first' })
  expect(headers(1)).toEqual({ method: 'DELETE', token: 'second' })
  expect(sent[1]?.init.body).toBe('{}')
  expect(header(0, 'Content-Type')).toBe('application/vnd.api+json')
  expect(header(0, 'Idempotency-Key')).toBeNull()
})

test('fetches a token first where the page has none', async () => {
  const { api, sent, header } = apiOver([json({ data: null }, 200, 'taken'), json({ data: null }, 201)], '')
  await api.request('/posts', { method: 'POST', body: {} })
  expect(sent.map(({ url }) => url)).toEqual(['https://forum.example/api', 'https://forum.example/api/posts'])
  expect(header(1, 'X-CSRF-Token')).toBe('taken')
  expect(header(1, 'Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
})

test('an error answer keeps the token, its status and its errors', async () => {
  const errors = [{ status: '403', code: 'permission_denied' }]
  const { api } = apiOver([json({ errors }, 403, 'other')])
  const error = await api.request('/posts/1', { method: 'PATCH' }).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ status: 403, errors })
  expect(await api.csrfToken()).toBe('first')
})

test('an empty answer is null, invalid JSON a 500, a missing answer status 0', async () => {
  const { api } = apiOver([
    new Response(null, { status: 204 }),
    new Response('<html>', { status: 200 }),
    new TypeError('failed to fetch'),
  ])
  expect(await api.request('/posts/1')).toBeNull()
  await expect(api.request('/')).rejects.toMatchObject({ status: 500 })
  await expect(api.request('/')).rejects.toMatchObject({ status: 0 })
})

const mismatch = () => json({ errors: [{ status: '400', code: 'csrf_token_mismatch' }] }, 400)
const forumOf = (userId: string | undefined, token: string) => {
  const actor = userId === undefined ? {} : { actor: { data: { type: 'users', id: userId } } }
  return json({ data: { type: 'forums', id: '1', relationships: actor } }, 200, token)
}

test('retries a write with an old token once, with the new one', async () => {
  const answers = [
    mismatch(),
    forumOf('7', 'second'),
    json({ data: null }),
    mismatch(),
    forumOf('7', 'third'),
  ]
  const { api, header } = apiOver([...answers, mismatch()], 'first', { userId: '7' })
  const write = () => api.request('/posts', { method: 'POST', body: {}, idempotencyKey: 'once' })
  expect(await write()).toEqual({ data: null })
  const headers = (index: number) => ({
    token: header(index, 'X-CSRF-Token'),
    idempotencyKey: header(index, 'Idempotency-Key'),
  })
  expect(headers(0)).toEqual({ token: 'first', idempotencyKey: 'once' })
  expect(headers(2)).toEqual({ token: 'second', idempotencyKey: 'once' })
  await expect(write()).rejects.toMatchObject({ status: 400 })
})

test.each(['before', 'after'])(
  'two writes at once share a new token if the second fails %s the renewal',
  async (time) => {
    const sent: string[] = []
    const second = Promise.withResolvers<void>()
    const renewal = Promise.withResolvers<void>()
    const send: typeof fetch = async (input, init) => {
      const url = String(input).replace('https://forum.example/api', '')
      const token = new Headers(init?.headers).get('X-CSRF-Token')
      sent.push(`${token ?? 'renewal'} ${url}`)
      if (token === null) {
        await renewal.promise
        return forumOf('7', 'new')
      }
      if (token === 'new') return json({ data: null })
      if (url === '/discussions/1') await second.promise
      return mismatch()
    }
    const api = new Api({ apiUrl: 'https://forum.example/api', csrfToken: 'old', userId: '7', fetch: send })
    const posting = api.request('/posts', { method: 'POST' })
    const reading = api.request('/discussions/1', { method: 'PATCH', isBackground: true })
    if (time === 'before') second.resolve()
    await expect.poll(() => sent).toContain('renewal ')
    renewal.resolve()
    if (time === 'after') await posting
    second.resolve()
    expect(await Promise.all([posting, reading])).toEqual([{ data: null }, { data: null }])
    expect(sent.toSorted()).toEqual([
      'new /discussions/1',
      'new /posts',
      'old /discussions/1',
      'old /posts',
      'renewal ',
    ])
  },
)

test.each([
  ['a guest', undefined],
  ['another user', '8'],
])('once the session is that of %s, only logging in is sent', async (_, userId) => {
  const sessions: (string | undefined)[] = []
  const { api, sent, header } = apiOver(
    [
      mismatch(),
      forumOf(userId, 'theirs'),
      forumOf(userId, 'theirs'),
      json({}),
      forumOf('7', 'mine'),
      json({}),
    ],
    'first',
    { userId: '7', onSession: (id) => sessions.push(id) },
  )
  await expect(api.request('/posts', { method: 'POST' })).rejects.toMatchObject({
    status: 401,
    errors: [{ code: 'session_changed' }],
  })
  expect(sent).toHaveLength(2)
  await api.request('https://forum.example/login', { method: 'POST', asAnyone: true })
  expect(header(3, 'X-CSRF-Token')).toBe('theirs')
  // Logged in again, in this tab or another one.
  await api.request('/posts', { method: 'POST' })
  expect(header(5, 'X-CSRF-Token')).toBe('mine')
  expect(sessions).toEqual([userId, userId, '7'])
})

test('the token of the page and those of answers belong to one session under different masks', async () => {
  const [onPage, inHeader] = ['0123456789abcdef0123', 'f'.repeat(20)].map((mask) =>
    csrfToken('a1b2c3d4e5f6a7b8c9d0', mask),
  )
  const answers = [json({ data: null }, 200, inHeader), json({ data: null }, 200, inHeader)]
  const { api, sent, header } = apiOver(answers, onPage, { userId: '7' })
  await api.request('/posts')
  await api.request('/posts/1', { method: 'PATCH', body: {} })
  expect(sent).toHaveLength(2)
  expect(header(1, 'X-CSRF-Token')).toBe(onPage)
})

test('an answer to a read with another token makes the API look up the session, once', async () => {
  const sessions: (string | undefined)[] = []
  const { api, sent } = apiOver([json({}, 200, 'new'), forumOf('8', 'new')], 'first', {
    userId: '7',
    onSession: (id) => sessions.push(id),
  })
  await api.request('/discussions')
  expect(sessions).toEqual(['8'])
  expect(sent).toHaveLength(2)
})

test('reports the outcome of each request', async () => {
  const outcomes: unknown[] = []
  const stop = new AbortController()
  const { api } = apiOver([json({}), json({}, 503), new TypeError('no network')], 'first', {
    onRequest: () => (outcome) => outcomes.push(outcome instanceof Response ? outcome.status : outcome),
  })
  await api.request('/posts')
  await api.request('/posts').catch(() => {})
  await api.request('/posts').catch(() => {})
  stop.abort()
  await api.request('/posts', { signal: stop.signal }).catch(() => {})
  expect(outcomes).toEqual([200, 503, 'unanswered', 'aborted'])
})

test('an error holds the request and the answer for debugging', async () => {
  const { api } = apiOver([new Response('<h1>Bad gateway</h1>', { status: 502 })])
  await expect(api.request('/posts/1', { method: 'DELETE' })).rejects.toMatchObject({
    status: 502,
    method: 'DELETE',
    url: 'https://forum.example/api/posts/1',
    body: '<h1>Bad gateway</h1>',
  })
})

test('rolls back a refused optimistic change', async () => {
  const store = new Store()
  store.register('discussions')
  store.pushResource({ type: 'discussions', id: '1', attributes: { title: 'Before' } })
  const { api } = apiOver([json({ errors: [] }, 403)])
  const saving = saveResource(
    { api, store },
    { type: 'discussions', id: '1' },
    { attributes: { title: 'After' } },
    { optimistic: true },
  )
  expect(store.get('discussions', '1')?.title).toBe('After')
  await expect(saving).rejects.toBeInstanceOf(ApiError)
  expect(store.get('discussions', '1')?.title).toBe('Before')
})

test('puts a new resource into the store', async () => {
  const store = new Store()
  store.register('posts')
  const { api, sent } = apiOver([json({ data: { type: 'posts', id: '5', attributes: { number: 2 } } }, 201)])
  const post = await createResource(
    { api, store },
    'posts',
    { attributes: { content: 'Hi' } },
    { query: 'include=user' },
  )
  expect(post.number).toBe(2)
  expect(store.get('posts', '5')).toBe(post)
  expect(sent[0]?.url).toBe('https://forum.example/api/posts?include=user')
})

test('tells background requests from those of the reader', async () => {
  const background: boolean[] = []
  const onRequest = (isBackground: boolean) => {
    background.push(isBackground)
    return () => {}
  }
  const { api } = apiOver([json({ data: null }), json({ data: null })], 'first', { onRequest })
  await api.request('/posts')
  await api.request('/posts', { isBackground: true })
  expect(background).toEqual([false, true])
})
