import { messages } from 'virtual:parley-messages'
import type { BootData } from '@parley/shared'
import { afterEach, expect, test, vi } from 'vitest'
import { assemble, createApp } from '../../app/app.ts'
import type { App } from '../../points/app.ts'
import { deleteAllNotifications, markListSeen, readAllNotifications, readNotification } from './actions.ts'

afterEach(() => vi.unstubAllGlobals())

/** Opens the app of a user with two unread notifications, one of them new. Writes are answered with `status`. */
function openApp(status: number) {
  vi.stubGlobal('window', { location: new URL('http://x/') })
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const method = new Headers(init.headers).get('X-HTTP-Method-Override') ?? init.method
    sent.push(`${method} ${new URL(url).pathname}`)
    return new Response(status === 204 ? null : '{"errors":[]}', { status })
  })
  const boot: BootData = {
    locale: 'en',
    locales: { en: 'English' },
    resources: [
      { type: 'forums', id: '1', attributes: { title: 'X', basePath: '', apiUrl: 'http://x/api' } },
      { type: 'users', id: '2', attributes: { unreadNotificationCount: 2, newNotificationCount: 1 } },
      { type: 'notifications', id: '5', attributes: { isRead: false } },
      { type: 'notifications', id: '6', attributes: { isRead: false } },
    ],
    session: { userId: 2, csrfToken: 'token' },
    documents: {},
    url: '/',
    extensions: [],
    now: '2026-01-31T08:00:00.000Z',
  }
  const address = { pathname: '/', search: '' }
  const app = createApp({ boot, assembly: assemble([], []), messages: messages.english, address })
  return { app, sent }
}

function countsAndReads({ store }: App): object {
  const { unreadNotificationCount, newNotificationCount } = store.get('users', '2') ?? {}
  const areRead = store.all('notifications').map(({ isRead }) => isRead)
  return { unread: unreadNotificationCount, new: newNotificationCount, areRead }
}

test('opening the list sets the count of new notifications to 0', () => {
  const { app } = openApp(204)
  markListSeen(app)
  expect(countsAndReads(app)).toEqual({ unread: 2, new: 0, areRead: [false, false] })
})

test('reading a notification changes the count at once, and only once', async () => {
  const { app, sent } = openApp(204)
  const reading = readNotification(app, { type: 'notifications', id: '5', isRead: false })
  expect(countsAndReads(app)).toEqual({ unread: 1, new: 1, areRead: [true, false] })
  await reading
  await readNotification(app, { type: 'notifications', id: '5', isRead: true })
  expect(countsAndReads(app)).toEqual({ unread: 1, new: 1, areRead: [true, false] })
  expect(sent).toEqual(['PATCH /api/notifications/5'])
})

test.each([0, 403, 404, 429, 500])('a change that fails with status %i is undone', async (status) => {
  const { app } = openApp(status === 0 ? 500 : status)
  if (status === 0) vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  await readNotification(app, { type: 'notifications', id: '5', isRead: false })
  expect(countsAndReads(app)).toEqual({ unread: 2, new: 1, areRead: [false, false] })
  await readAllNotifications(app)
  expect(countsAndReads(app)).toEqual({ unread: 2, new: 1, areRead: [false, false] })
  expect(app.alerts.state.length).toBe(1)
})

test('all notifications are marked as read or deleted at once', async () => {
  const { app, sent } = openApp(204)
  await readAllNotifications(app)
  expect(countsAndReads(app)).toEqual({ unread: 0, new: 0, areRead: [true, true] })
  vi.spyOn(app.modals, 'confirm').mockResolvedValueOnce(false).mockResolvedValueOnce(true)
  expect(await deleteAllNotifications(app)).toBe(false)
  expect(await deleteAllNotifications(app)).toBe(true)
  expect(countsAndReads(app)).toEqual({ unread: 0, new: 0, areRead: [] })
  expect(sent).toEqual(['POST /api/notifications/read', 'DELETE /api/notifications'])
})
