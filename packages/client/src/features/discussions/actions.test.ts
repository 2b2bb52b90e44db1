import { messages } from 'virtual:parley-messages'
import type { BootData, CollectionDocument, ResourceDocument } from '@parley/shared'
import {
  admin,
  changeDiscussion,
  createTestForum,
  makeDiscussion,
  makeUser,
  type TestForum,
} from '@parley/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { assemble, createApp } from '../../app/app.ts'
import type { App } from '../../points/app.ts'
import { loadDocument } from '../../store/resources.ts'
import { createPageState } from '../discussion-page/page-state.ts'
import { loadNews } from '../discussion-page/post-stream/news.ts'
import { ReadMarker } from '../discussion-page/post-stream/read-marker.ts'
import { markAsRead, renameDiscussion } from './actions.ts'
import { changeRelations } from './change-relations.ts'
import { hideDiscussion, restoreDiscussion } from './hide-actions.ts'
import { unreadCount } from './read-state.ts'

afterEach(() => vi.unstubAllGlobals())

/** Opens a client of a running forum and records the paths of its write requests. */
async function openApp(userId: number, forum: TestForum) {
  const visitor = await forum.as(userId)
  const sent: string[] = []
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: new URL('http://localhost/') }))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname, search } = new URL(url)
    const method = init.method ?? 'GET'
    const headers = Object.fromEntries(new Headers(init.headers))
    const answer = await visitor.send(pathname + search, { method, body: init.body ?? undefined, headers })
    if (method !== 'GET') sent.push(pathname)
    return new Response(answer.status === 204 ? null : answer.text, { status: answer.status })
  })
  const { data } = (await visitor.get('/api')).body
  const self = (await visitor.get(`/api/users/${userId}`)).body.data
  const boot: BootData = {
    locale: 'en',
    locales: { en: 'English' },
    resources: [data, self],
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
  return { app, sent }
}

async function openForum() {
  const forum = await createTestForum()
  const author = await forum.as(admin.id)
  const attributes = { title: 'Night trains', content: 'Which ones run?' }
  await author.post('/api/discussions', { data: { type: 'discussions', attributes } })
  return forum
}

async function firstDiscussion(app: App) {
  const { data } = await loadDocument<CollectionDocument>(app, '/discussions')
  const found = app.store.get('discussions', data[0]?.id ?? '')
  if (found === undefined) throw new Error('There is no discussion.')
  return found
}

async function stored(forum: TestForum, id: string): Promise<Record<string, unknown>> {
  const answer = await (await forum.as(admin.id)).get(`/api/discussions/${id}`)
  return (answer.body as unknown as ResourceDocument).data.attributes ?? {}
}

test('an empty or unchanged title sends no request', async () => {
  const { app, sent } = await openApp(admin.id, await openForum())
  const discussion = await firstDiscussion(app)
  expect(await renameDiscussion(app, discussion, '   ')).toBe(false)
  expect(await renameDiscussion(app, discussion, ' Night trains ')).toBe(false)
  expect(sent).toEqual([])
})

test('a new title is saved and shown', async () => {
  const forum = await openForum()
  const { app } = await openApp(admin.id, forum)
  const discussion = await firstDiscussion(app)
  expect(await renameDiscussion(app, discussion, ' Day trains ')).toBe(true)
  expect(app.store.get('discussions', discussion.id)?.title).toBe('Day trains')
  expect(await stored(forum, discussion.id)).toMatchObject({ title: 'Day trains' })
})

test('a refused title keeps the old one', async () => {
  const { app } = await openApp(admin.id, await openForum())
  const discussion = await firstDiscussion(app)
  await expect(renameDiscussion(app, discussion, 'x'.repeat(300))).rejects.toMatchObject({ status: 422 })
  expect(app.store.get('discussions', discussion.id)?.title).toBe('Night trains')
})

test('hiding and restoring are optimistic and are stored', async () => {
  const forum = await openForum()
  const { app } = await openApp(admin.id, forum)
  const discussion = await firstDiscussion(app)
  const hiding = hideDiscussion(app, discussion)
  expect(app.store.get('discussions', discussion.id)?.isHidden).toBe(true)
  await hiding
  expect(await stored(forum, discussion.id)).toMatchObject({ isHidden: true })
  await restoreDiscussion(app, discussion)
  expect(app.store.get('discussions', discussion.id)?.isHidden).toBeUndefined()
  expect(await stored(forum, discussion.id)).not.toHaveProperty('isHidden')
})

test('a refused hiding is undone with an alert', async () => {
  const forum = await openForum()
  const member = await makeUser(forum)
  const { app } = await openApp(member.id, forum)
  const discussion = await firstDiscussion(app)
  await hideDiscussion(app, discussion)
  expect(app.store.get('discussions', discussion.id)?.isHidden).toBeUndefined()
  expect(app.alerts.state).toMatchObject([
    { tone: 'danger', content: 'You don’t have permission to do that.' },
  ])
})

test('marking as read shows at once, is sent when its alert goes, and can be undone before', async () => {
  const forum = await openForum()
  const member = await makeUser(forum)
  const { app, sent } = await openApp(member.id, forum)
  const viewer = app.store.get('users', String(member.id))
  const discussion = await firstDiscussion(app)
  const shown = () => unreadCount(app.store.get('discussions', discussion.id) ?? discussion, viewer)
  expect(shown()).toBe(1)
  markAsRead(app, discussion)
  expect(shown()).toBe(0)
  const [alert] = app.alerts.state
  expect(alert).toMatchObject({ content: 'Marked as read.' })
  app.alerts.undo(alert)
  expect(shown()).toBe(1)
  expect(app.alerts.state).toEqual([])
  expect(sent).toEqual([])

  markAsRead(app, discussion)
  app.alerts.dismiss(app.alerts.state[0]?.id ?? 0)
  expect(shown()).toBe(0)
  await vi.waitFor(() => expect(sent).toEqual([`/api/discussions/${discussion.id}`]))
  await new Promise((resolve) => setTimeout(resolve))
  expect(unreadCount(await firstDiscussion(app), viewer)).toBe(0)
  expect(app.alerts.state).toEqual([])
})

/** A member who has read to the end of a discussion, in which two posts before the end became public then. */
async function openWithLatePosts() {
  const forum = await createTestForum()
  const { id } = await makeDiscussion(forum, { posts: [{}, {}, {}, {}, {}] })
  const member = await makeUser(forum)
  await changeDiscussion(await forum.as(member), id, { lastReadPostNumber: 5 })
  await forum.current.database.transaction(async (db) => {
    for (const [number, second] of [
      [2, 1],
      [4, 2],
    ] as const)
      await db
        .updateTable('posts')
        .set({ shown_at: new Date(forum.current.now().getTime() + second * 1000).toISOString() })
        .where('number', '=', number)
        .execute()
  })
  const { app, sent } = await openApp(member.id, forum)
  const discussion = await firstDiscussion(app)
  const late = async () => (await firstDiscussion(app)).lateUnread?.map(({ number }) => number)
  const unread = () => {
    const viewer = app.store.get('users', String(member.id))
    return unreadCount(app.store.get('discussions', String(id)) ?? discussion, viewer)
  }
  expect({ late: await late(), unread: unread() }).toEqual({ late: [2, 4], unread: 2 })
  return { app, sent, discussion, late, unread }
}

test('late posts are read when they were on screen, though others after them were read before', async () => {
  const { app, sent, discussion, late, unread } = await openWithLatePosts()
  const marker = new ReadMarker(app, discussion.id)
  marker.markRead([4, 5])
  marker.flush()
  expect(unread()).toBe(1)
  // They are read in the order in which they became public.
  await vi.waitFor(() => expect(app.store.get('discussions', discussion.id)?.lateUnread).toHaveLength(2))
  expect(await late()).toEqual([2, 4])
  // To scroll on sends the same no more.
  marker.markRead([4, 5])
  marker.flush()
  expect({ unread: unread(), sent: sent.length }).toEqual({ unread: 2, sent: 1 })
  marker.markRead([1, 2])
  marker.flush()
  expect(unread()).toBe(0)
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(await late()).toEqual([])
  marker.markRead([1, 2, 3, 4, 5])
  marker.flush()
  expect(sent).toHaveLength(2)
})

test('marking a discussion as read includes its late posts', async () => {
  const { app, sent, discussion, late, unread } = await openWithLatePosts()
  markAsRead(app, discussion)
  expect(unread()).toBe(0)
  app.alerts.undo(app.alerts.state[0])
  expect(unread()).toBe(2)
  markAsRead(app, discussion)
  app.alerts.dismiss(app.alerts.state[0]?.id ?? 0)
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(await late()).toEqual([])
})

test('the open page shows a post that becomes public late, which is read when it is on screen', async () => {
  const forum = await createTestForum()
  const posts = [{}, {}, { is_private: true }, {}, {}]
  const { id } = await makeDiscussion(forum, { posts })
  const member = await makeUser(forum)
  const { app, sent } = await openApp(member.id, forum)
  const path = `/posts?filter[discussion]=${id}`
  const documents = [
    await loadDocument(app, `/discussions/${id}?include=user`),
    await loadDocument(app, path),
  ]
  const url = `/d/${id}`
  const location = { url, path: url, params: { id: String(id) }, query: new URLSearchParams() }
  const { stream, position } = createPageState(app, location, documents)
  const numbers = () => stream.state.window.posts.map(({ number }) => number)
  expect(numbers()).toEqual([1, 2, 4, 5])
  const marker = new ReadMarker(app, String(id))
  marker.markRead(numbers())
  marker.flush()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  const [late] = await forum.current.database.transaction((db) =>
    db
      .updateTable('posts')
      .set({ is_private: false, shown_at: new Date(forum.current.now().getTime() + 1000).toISOString() })
      .where('number', '=', 3)
      .returning('id')
      .execute(),
  )
  const news = {
    newPosts: new Set([String(late?.id)]),
    changedPosts: new Set([String(late?.id)]),
    isChanged: true,
    mayMiss: false,
  }
  // It is no reply at the end.
  expect(await loadNews(app, { stream, position }, news, { current: [] })).toEqual({
    ids: [],
    first: undefined,
  })
  expect(numbers()).toEqual([1, 2, 3, 4, 5])
  const lateUnread = () => app.store.get('discussions', String(id))?.lateUnread?.map(({ number }) => number)
  expect(lateUnread()).toEqual([3])
  marker.markRead(numbers())
  marker.flush()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(lateUnread()).toEqual([])
})

/** Answers changes of a discussion's labels as the server of an extension would; 422 for more than two. */
function answerLabels() {
  const sent: { query: URLSearchParams; ids: string[] }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { data } = JSON.parse(String(init.body))
    const labels = data.relationships.labels.data
    sent.push({
      query: new URL(url).searchParams,
      ids: labels.map(({ id }: { id: string }) => id),
    })
    const errors = [{ status: '422', code: 'validation_error', detail: 'Too many.' }]
    const isRefused = labels.length > 2
    return Response.json(isRefused ? { errors } : { data }, { status: isRefused ? 422 : 200 })
  })
  return sent
}

const labelsOf = (...ids: string[]) => ids.map((id) => ({ type: 'labels', id }))

test('relations change when the server has accepted that; undo restores the former ones', async () => {
  const { app } = await openApp(admin.id, await openForum())
  const { id, relationships } = await firstDiscussion(app)
  expect(relationships.labels).toBeUndefined()
  const current = () => {
    const discussion = app.store.get('discussions', id)
    if (discussion === undefined) throw new Error('The discussion is gone.')
    return discussion
  }
  const sent = answerLabels()
  await changeRelations(app, current(), { labels: labelsOf('1') }, 'Labels changed.')
  expect(current().relationships.labels).toEqual(labelsOf('1'))
  const changing = changeRelations(app, current(), { labels: labelsOf('2', '3') }, 'Labels changed.')
  expect(current().relationships.labels).toEqual(labelsOf('1'))
  await changing
  expect(current().relationships.labels).toEqual(labelsOf('2', '3'))
  expect(sent[1]?.query.get('include')).toBe('labels')
  expect(sent[1]?.query.get('fields[discussions]')?.split(',')).toEqual(
    expect.arrayContaining(['title', 'labels']),
  )
  expect(app.alerts.state).toMatchObject([{ content: 'Labels changed.' }, { content: 'Labels changed.' }])

  app.alerts.undo()
  await vi.waitFor(() => expect(current().relationships.labels).toEqual(labelsOf('1')))
  expect(sent.map(({ ids }) => ids)).toEqual([['1'], ['2', '3'], ['1']])
})

test('refused relations keep the former ones', async () => {
  const { app } = await openApp(admin.id, await openForum())
  const discussion = await firstDiscussion(app)
  answerLabels()
  const changing = changeRelations(app, discussion, { labels: labelsOf('1', '2', '3') }, 'Labels changed.')
  await expect(changing).rejects.toMatchObject({ status: 422 })
  expect(app.store.get('discussions', discussion.id)).toEqual(discussion)
  expect(app.alerts.state).toEqual([])
})
