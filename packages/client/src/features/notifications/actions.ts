import { delayWrite } from '../../base/delayed-write.ts'
import type { App } from '../../points/app.ts'
import type { StoreRecord } from '../../store/record.ts'
import { saveResource } from '../../store/resources.ts'
import { tellOtherTabs } from './other-tabs.ts'
import { afterChange, type NotificationChange, pendingChanges } from './pending-changes.ts'

type Counts = Pick<StoreRecord<'users'>, 'newNotificationCount' | 'unreadNotificationCount'>
type Readable = Pick<StoreRecord<'notifications'>, 'type' | 'id' | 'isRead'>

/** Changes the session user's counts. @returns a function that restores them. */
function changeCounts({ store, userId }: App, change: (counts: Counts) => Counts): () => void {
  const user = userId === undefined ? undefined : store.get('users', userId)
  return user === undefined ? () => {} : store.change('users', user.id, { attributes: change(user) })
}

const oneLess = ({ unreadNotificationCount: unread = 0 }: Counts): Counts => ({
  unreadNotificationCount: Math.max(0, unread - 1),
})
const none = (): Counts => ({ newNotificationCount: 0, unreadNotificationCount: 0 })

/** Sets the count of new notifications to 0, because the list was opened. */
export function markListSeen(app: App): void {
  changeCounts(app, () => ({ newNotificationCount: 0 }))
}

/** Marks a notification as read because it is opened, optimistically. */
export async function readNotification(app: App, notification: Readable): Promise<void> {
  // A pending change of the list is no reason to wait.
  if (app.store.get('notifications', notification.id)?.isRead ?? notification.isRead) return
  const restore = changeCounts(app, oneLess)
  try {
    await saveResource(app, notification, { attributes: { isRead: true } }, { optimistic: true })
    tellOtherTabs(app, { kind: 'read', id: notification.id })
  } catch (error) {
    restore()
    app.alerts.showError(error)
  }
}

/** Marks a notification as read, at once in the list. Offers to undo that, and then sends it. */
export function markNotificationRead(app: App, { type, id }: Readable): void {
  const write = () => saveResource(app, { type, id }, { attributes: { isRead: true } }, { optimistic: {} })
  change(app, { kind: 'read', id }, app.t('core.forum.notifications.read_message'), write)
}

/** Marks all notifications as read, at once in the lists. Offers to undo that, and then sends it. */
export function readAllNotifications(app: App): void {
  const write = () => app.api.request('/notifications/read', { method: 'POST', keepalive: true })
  const done = app.t('core.forum.notifications.all_read_message')
  change(app, { kind: 'readAll', until: newest(app) }, done, write)
}

/** Deletes all notifications, at once in the lists. Offers to undo that, and then sends it. */
export function deleteAllNotifications(app: App): void {
  const write = () => app.api.request('/notifications', { method: 'DELETE', keepalive: true })
  const done = app.t('core.forum.notifications.deleted_message')
  change(app, { kind: 'deleteAll', until: newest(app) }, done, write)
}

/** Brings the store up to date after a change that the server has made, for this tab or another. */
export function applyChange(app: App, change: NotificationChange): void {
  const { store } = app
  for (const notification of store.all('notifications')) {
    const changed = afterChange(notification, change)
    if (changed === undefined) store.remove(notification)
    else if (changed !== notification)
      store.change('notifications', notification.id, { attributes: { isRead: true } })
  }
  if (change.kind !== 'read') changeCounts(app, none)
}

function change(app: App, change: NotificationChange, done: string, write: () => Promise<unknown>): void {
  const pending = pendingChanges(app)
  const restoreCounts = changeCounts(app, change.kind === 'read' ? oneLess : none)
  const takeBack = () => {
    pending.remove(change)
    restoreCounts()
  }
  const send = async (isLeaving: boolean) => {
    // This page may not see the answer, and other tabs come on the screen now.
    if (isLeaving) tellOtherTabs(app, change)
    try {
      await write()
      applyChange(app, change)
      pending.remove(change)
      if (!isLeaving) tellOtherTabs(app, change)
    } catch (error) {
      takeBack()
      app.alerts.showError(error)
    }
  }
  pending.add(change)
  delayWrite(app, { done, send, undo: takeBack })
}

/** Returns the time of the newest notification that is loaded: later ones were not on the screen. */
function newest({ store }: App): string {
  const times = store.all('notifications').map(({ createdAt }) => createdAt)
  return times.sort().at(-1) ?? ''
}
