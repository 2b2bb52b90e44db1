import { messages } from 'virtual:parley-messages'
import type { BootData, CollectionDocument } from '@parley/shared'
import { admin, createTestForum, makeUser } from '@parley/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { assemble, createApp } from '../../app/app.ts'
import { loadDocument } from '../../store/resources.ts'
import { submitComposer } from '../composer/sending/submit.tsx'
import { deletePost, hidePost, restorePost } from './actions.ts'

afterEach(() => vi.unstubAllGlobals())

/** Opens a client of a running forum with one discussion and loads its first post. Accepts every confirmation. */
async function openApp({ isMember = false } = {}) {
  const forum = await createTestForum()
  const author = await forum.as(admin.id)
  const attributes = { title: 'Night trains', content: 'Which ones run?' }
  await author.post('/api/discussions', { data: { type: 'discussions', attributes } })
  const userId = isMember ? (await makeUser(forum)).id : admin.id
  const visitor = await forum.as(userId)
  vi.stubGlobal('window', { location: new URL('http://localhost/') })
  const answers: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname, search } = new URL(url)
    const headers = Object.fromEntries(new Headers(init.headers))
    const answer = await visitor.send(pathname + search, {
      method: init.method ?? 'GET',
      body: init.body ?? undefined,
      headers,
    })
    answers.push(answer.text)
    return new Response(answer.status === 204 ? null : answer.text, { status: answer.status })
  })
  const boot: BootData = {
    locale: 'en',
    locales: { en: 'English' },
    resources: [(await visitor.get('/api')).body.data, (await visitor.get(`/api/users/${userId}`)).body.data],
    session: { userId, csrfToken: 'token' },
    documents: {},
    url: '/',
    extensions: [],
    now: '2026-01-31T08:00:00.000Z',
  }
  const app = createApp({
    boot,
    assembly: assemble([], []),
    messages: messages.english,
    address: { pathname: '/', search: '' },
  })
  app.router.boot(new Map(), {})
  app.modals.subscribe(() => app.modals.open.at(-1)?.close(true))
  const { data } = await loadDocument<CollectionDocument>(app, '/posts?filter[discussion]=1')
  await loadDocument(app, '/discussions/1?include=lastPostedUser')
  const post = () => app.store.get('posts', data[0]?.id ?? '')
  const first = post()
  if (first === undefined) throw new Error('There is no post.')
  const reply = async (content: string) => {
    await app.composer.open({ kind: 'reply', discussionId: '1' })
    app.composer.change({ content })
    await submitComposer(app)
  }
  return { app, first, post, reply, answers, discussion: () => app.store.get('discussions', '1') }
}

test('a reply requests a small response and updates the discussion', async () => {
  const { app, reply, answers, discussion } = await openApp()
  await reply('All of **them**.')
  const answer = JSON.parse(answers.at(-1) ?? '')
  expect(answer.data.attributes).toMatchObject({
    number: 2,
    contentHtml: '<p>All of <strong>them</strong>.</p>\n',
  })
  const included = answer.included.find(({ type }: { type: string }) => type === 'discussions')
  expect(Object.keys(included.relationships ?? {})).not.toContain('posts')
  expect(discussion()).toMatchObject({ commentCount: 2, lastPostNumber: 2, lastReadPostNumber: 2 })
  expect(app.composer.state.position).toBe('hidden')
  expect(app.alerts.state.map(({ content }) => content)).toEqual(['Reply posted.'])
})

test('a reply whose first answer was lost is counted once', async () => {
  const { app, reply, discussion } = await openApp()
  const send = globalThis.fetch
  let isLost = true
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const answer = await send(url, init)
    if (!isLost || init.method !== 'POST') return answer
    isLost = false
    // The page learns of the post before it is sent again.
    await loadDocument(app, '/discussions/1?include=lastPostedUser')
    throw new TypeError('The answer is lost.')
  })
  await reply('Once.')
  expect(isLost).toBe(false)
  expect(discussion()).toMatchObject({ commentCount: 2, lastPostNumber: 2 })
})

test('the discussion page is notified before and after a reply is sent', async () => {
  const { app, reply } = await openApp()
  const calls: string[] = []
  app.composer.watchReplies('1', {
    onSent: (html) => {
      calls.push(`sent ${html}`)
      return () => calls.push('undone')
    },
    onPosted: (id) => calls.push(`posted ${id}`),
  })
  await reply('Hello')
  expect(calls).toEqual(['sent <p>Hello</p>\n', 'posted 2'])
  expect(app.alerts.state).toEqual([])
  await expect(reply('x'.repeat(70_000))).rejects.toMatchObject({ status: 422 })
  expect(calls.at(-1)).toBe('undone')
  expect(app.composer.state.fields.content).toHaveLength(70_000)
})

test('hiding and restoring are optimistic and change the count', async () => {
  const { app, first, post, reply, discussion } = await openApp()
  await reply('Second')
  await hidePost(app, first)
  expect(post()).toMatchObject({
    isHidden: true,
    relationships: { hiddenUser: { type: 'users', id: String(admin.id) } },
  })
  expect(discussion()?.commentCount).toBe(1)
  await restorePost(app, first)
  expect(post()?.isHidden).toBeUndefined()
  expect(discussion()?.commentCount).toBe(2)
})

test('a refused change is undone with an alert', async () => {
  const { app, first, post } = await openApp({ isMember: true })
  await hidePost(app, first)
  expect(post()).toEqual(first)
  await deletePost(app, first)
  expect(post()).toEqual(first)
  expect(app.alerts.state).toHaveLength(1)
})

test('deleting the last post removes the discussion', async () => {
  const { app, first, post, reply, discussion } = await openApp()
  await reply('Second')
  await deletePost(app, first)
  expect(post()).toBeUndefined()
  expect(discussion()).toMatchObject({ commentCount: 1, lastPostNumber: 2 })
  const last = app.store.get('posts', '2')
  if (last === undefined) throw new Error('There is no reply.')
  await deletePost(app, last)
  expect(discussion()).toBeUndefined()
})
