import { messages } from 'virtual:parley-messages'
import type { BootData } from '@parley/shared'
import { afterEach, expect, test, vi } from 'vitest'
import { assemble, createApp } from '../../app/app.ts'
import type { App } from '../../base/app-context.ts'
import { deleteAllNotifications, markListSeen, readAllNotifications, readNotification } from './actions.ts'

afterEach(() => vi.unstubAllGlobals())

/** An app of somebody with two unread notifications, one of them new, whose writes are answered with a status. */
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

function shown({ store }: App): unknown[] {
  const { unreadNotificationCount: unread, newNotificationCount: fresh } = store.get('users', '2') ?? {}
  return [unread, fresh, store.all('notifications').map(({ isRead }) => isRead)]
}

test('opening the list leaves nothing new', () => {
  const { app } = openApp(204)
  markListSeen(app)
  expect(shown(app)).toEqual([2, 0, [false, false]])
})

test('reading one counts at once, and not when it was read', async () => {
  const { app, sent } = openApp(204)
  const reading = readNotification(app, { type: 'notifications', id: '5', isRead: false })
  expect(shown(app)).toEqual([1, 1, [true, false]])
  await reading
  await readNotification(app, { type: 'notifications', id: '5', isRead: true })
  expect(shown(app)).toEqual([1, 1, [true, false]])
  expect(sent).toEqual(['PATCH /api/notifications/5'])
})

test.each([0, 403, 404, 429, 500])('what %i refuses is taken back', async (status) => {
  const { app } = openApp(status === 0 ? 500 : status)
  if (status === 0) vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  await readNotification(app, { type: 'notifications', id: '5', isRead: false })
  expect(shown(app)).toEqual([2, 1, [false, false]])
  await readAllNotifications(app)
  expect(shown(app)).toEqual([2, 1, [false, false]])
  expect(app.alerts.shown.length).toBe(1)
})

test('reading and deleting all', async () => {
  const { app, sent } = openApp(204)
  await readAllNotifications(app)
  expect(shown(app)).toEqual([0, 0, [true, true]])
  vi.spyOn(app.modals, 'confirm').mockResolvedValueOnce(false).mockResolvedValueOnce(true)
  expect(await deleteAllNotifications(app)).toBe(false)
  expect(await deleteAllNotifications(app)).toBe(true)
  expect(shown(app)).toEqual([0, 0, []])
  expect(sent).toEqual(['POST /api/notifications/read', 'DELETE /api/notifications'])
})
