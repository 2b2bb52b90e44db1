import { messages } from 'virtual:parley-messages'
import type { BootData } from '@parley/shared'
import { afterEach, expect, test, vi } from 'vitest'
import { assemble, createApp } from '../../app/app.ts'
import type { App } from '../../points/app.ts'
import {
  applyChange,
  deleteAllNotifications,
  markListSeen,
  markNotificationRead,
  readAllNotifications,
  readNotification,
} from './actions.ts'
import { afterChange, pendingChanges } from './pending-changes.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Opens the app of a user with two unread notifications, one of them new. Writes are answered with `status`. */
function openApp(status: number) {
  const target = new EventTarget()
  vi.stubGlobal('window', Object.assign(target, { location: new URL('http://x/') }))
  vi.stubGlobal('document', Object.assign(target, { hidden: true }))
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const method = new Headers(init.headers).get('X-HTTP-Method-Override') ?? init.method
    sent.push(`${method} ${new URL(url).pathname}`)
    return new Response(status === 204 ? null : '{"errors":[]}', { status })
  })
  const createdAt = '2026-01-31T07:00:00.000Z'
  const boot: BootData = {
    locale: 'en',
    locales: { en: 'English' },
    resources: [
      { type: 'forums', id: '1', attributes: { title: 'X', basePath: '', apiUrl: 'http://x/api' } },
      { type: 'users', id: '2', attributes: { unreadNotificationCount: 2, newNotificationCount: 1 } },
      { type: 'notifications', id: '5', attributes: { isRead: false, createdAt } },
      { type: 'notifications', id: '6', attributes: { isRead: false, createdAt } },
    ],
    session: { userId: 2, csrfToken: 'token' },
    documents: {},
    url: '/',
    extensions: [],
    now: '2026-01-31T08:00:00.000Z',
  }
  const address = { pathname: '/', search: '' }
  const app = createApp({ boot, assembly: assemble([], []), messages: messages.english, address })
  return { app, sent, leave: (event: string) => target.dispatchEvent(new Event(event)) }
}

function countsAndReads(app: App): object {
  const { store } = app
  const { unreadNotificationCount, newNotificationCount } = store.get('users', '2') ?? {}
  const shown = pendingChanges(app).state.reduce(
    (all, change) => all.flatMap((notification) => afterChange(notification, change) ?? []),
    store.all('notifications'),
  )
  const areRead = shown.map(({ isRead }) => isRead)
  return { unread: unreadNotificationCount, new: newNotificationCount, areRead }
}

test('opening the list sets the count of new notifications to 0', () => {
  const { app } = openApp(204)
  markListSeen(app)
  expect(countsAndReads(app)).toEqual({ unread: 2, new: 0, areRead: [false, false] })
})

test('opening a notification changes the count at once, and only once', async () => {
  const { app, sent } = openApp(204)
  const reading = readNotification(app, { type: 'notifications', id: '5', isRead: false })
  expect(countsAndReads(app)).toEqual({ unread: 1, new: 1, areRead: [true, false] })
  await reading
  await readNotification(app, { type: 'notifications', id: '5', isRead: true })
  expect(countsAndReads(app)).toEqual({ unread: 1, new: 1, areRead: [true, false] })
  expect(sent).toEqual(['PATCH /api/notifications/5'])
})

const actions = {
  one: (app: App) => markNotificationRead(app, { type: 'notifications', id: '5', isRead: false }),
  all: readAllNotifications,
  deletion: deleteAllNotifications,
}

test.each([
  ['one', { unread: 1, new: 1, areRead: [true, false] }, 'PATCH /api/notifications/5'],
  ['all', { unread: 0, new: 0, areRead: [true, true] }, 'POST /api/notifications/read'],
  ['deletion', { unread: 0, new: 0, areRead: [] }, 'DELETE /api/notifications'],
] as const)('a change (%s) shows at once and is sent after ten seconds', async (name, after, request) => {
  vi.useFakeTimers()
  const { app, sent } = openApp(204)
  actions[name](app)
  expect(countsAndReads(app)).toEqual(after)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(sent).toEqual([])
  // What the server says meanwhile is older than the change.
  app.store.pushResource({ type: 'notifications', id: '5', attributes: { isRead: false } })
  expect(countsAndReads(app)).toEqual(after)
  await vi.advanceTimersByTimeAsync(1)
  await vi.waitFor(() => expect(pendingChanges(app).state).toEqual([]))
  expect(sent).toEqual([request])
  expect(countsAndReads(app)).toEqual(after)
})

test.each(['one', 'all', 'deletion'] as const)('a change (%s) that is undone sends nothing', async (name) => {
  vi.useFakeTimers()
  const { app, sent } = openApp(204)
  actions[name](app)
  app.alerts.undo()
  expect(countsAndReads(app)).toEqual({ unread: 2, new: 1, areRead: [false, false] })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(sent).toEqual([])
})

test.each(['pagehide', 'visibilitychange'])(
  'a change is sent when the reader leaves (%s), once',
  async (event) => {
    const { app, sent, leave } = openApp(204)
    readAllNotifications(app)
    leave(event)
    leave(event)
    await vi.waitFor(() => expect(pendingChanges(app).state).toEqual([]))
    expect(sent).toEqual(['POST /api/notifications/read'])
    expect(app.alerts.state).toEqual([])
  },
)

test('notifications that arrive after all were marked stay unread', async () => {
  vi.useFakeTimers()
  const { app } = openApp(204)
  readAllNotifications(app)
  const attributes = { isRead: false, createdAt: '2026-01-31T08:00:01.000Z' }
  app.store.pushResource({ type: 'notifications', id: '7', attributes })
  expect(countsAndReads(app)).toMatchObject({ areRead: [true, true, false] })
})

test.each([0, 403, 404, 429, 500])('a change that fails with status %i is taken back', async (status) => {
  vi.useFakeTimers()
  for (const action of Object.values(actions)) {
    const { app } = openApp(status === 0 ? 500 : status)
    if (status === 0) vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    action(app)
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.waitFor(() => expect(app.alerts.state).toMatchObject([{ tone: 'danger' }]))
    expect(countsAndReads(app)).toEqual({ unread: 2, new: 1, areRead: [false, false] })
  }
})

test('a change in another tab shows here', () => {
  const { app } = openApp(204)
  applyChange(app, { kind: 'read', id: '6' })
  expect(countsAndReads(app)).toMatchObject({ areRead: [false, true] })
  applyChange(app, { kind: 'deleteAll', until: '2026-01-31T07:00:00.000Z' })
  expect(countsAndReads(app)).toMatchObject({ areRead: [] })
})
