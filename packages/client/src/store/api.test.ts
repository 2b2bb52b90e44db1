import { expect, test } from 'vitest'
import { Api } from './api.ts'
import { ApiError } from './api-error.ts'
import { createResource, saveResource } from './resources.ts'
import { Store } from './store.ts'

interface Sent {
  url: string
  init: RequestInit
}

/** An API over canned answers that notes what was sent. */
function apiOver(answers: (Response | Error)[], csrfToken = 'first') {
  const sent: Sent[] = []
  const send: typeof fetch = async (input, init = {}) => {
    sent.push({ url: String(input), init })
    const answer = answers.shift()
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no more answers')
    return answer
  }
  const api = new Api({ apiUrl: 'https://forum.example/api', csrfToken, fetch: send })
  const header = (index: number, name: string) => new Headers(sent[index]?.init.headers).get(name)
  return { api, sent, header }
}

function json(body: object, status = 200, token?: string): Response {
  return new Response(JSON.stringify(body), { status, headers: token ? { 'X-CSRF-Token': token } : {} })
}

test('changes travel as POST with the method in a header, and the token is replaced by successful answers', async () => {
  const { api, sent, header } = apiOver([json({ data: null }, 200, 'second'), json({ data: null })])
  await api.request('/posts/1', { method: 'PATCH', body: { data: {} } })
  await api.request('/posts/1', { method: 'DELETE' })
  expect(sent.map(({ init }) => init.method)).toEqual(['POST', 'POST'])
  expect([header(0, 'X-HTTP-Method-Override'), header(1, 'X-HTTP-Method-Override')]).toEqual([
    'PATCH',
    'DELETE',
  ])
  expect([header(0, 'X-CSRF-Token'), header(1, 'X-CSRF-Token')]).toEqual(['first', 'second'])
  expect(sent[1]?.init.body).toBe('{}')
  expect(header(0, 'Content-Type')).toBe('application/vnd.api+json')
  expect(header(0, 'Idempotency-Key')).toBeNull()
})

test('without a token one is taken first', async () => {
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

test('an empty answer is null, one that is no JSON a 500, none at all status 0', async () => {
  const { api } = apiOver([
    new Response(null, { status: 204 }),
    new Response('<html>', { status: 200 }),
    new TypeError('failed to fetch'),
  ])
  expect(await api.request('/posts/1')).toBeNull()
  await expect(api.request('/')).rejects.toMatchObject({ status: 500 })
  await expect(api.request('/')).rejects.toMatchObject({ status: 0 })
})

test('a refused optimistic change is taken back', async () => {
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

test('a new resource lands in the store', async () => {
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
