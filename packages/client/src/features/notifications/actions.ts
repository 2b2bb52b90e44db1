import type { App } from '../../base/app-context.ts'
import type { StoreRecord } from '../../store/record.ts'
import { saveResource } from '../../store/resources.ts'

type Counts = Pick<StoreRecord<'users'>, 'newNotificationCount' | 'unreadNotificationCount'>

/** Changes the counts of who is logged in. @returns takes that back. */
function changeCounts({ store, userId }: App, change: (counts: Counts) => Counts): () => void {
  const user = userId === undefined ? undefined : store.get('users', userId)
  return user === undefined ? () => {} : store.change('users', user.id, { attributes: change(user) })
}

/** Notes that the list was opened: nothing in it is new any more. */
export function markListSeen(app: App): void {
  changeCounts(app, () => ({ newNotificationCount: 0 }))
}

/** Marks a notification as read, at once. */
export async function readNotification(
  app: App,
  notification: Pick<StoreRecord<'notifications'>, 'type' | 'id' | 'isRead'>,
): Promise<void> {
  if (notification.isRead) return
  const restore = changeCounts(app, ({ unreadNotificationCount: unread = 0 }) => ({
    unreadNotificationCount: Math.max(0, unread - 1),
  }))
  try {
    await saveResource(app, notification, { attributes: { isRead: true } }, { optimistic: true })
  } catch (error) {
    restore()
    app.alerts.showError(error)
  }
}

/** Marks all notifications as read, at once. */
export async function readAllNotifications(app: App): Promise<void> {
  const { api, store } = app
  const unread = store.all('notifications').filter(({ isRead }) => !isRead)
  const undo = unread.map(({ id }) => store.change('notifications', id, { attributes: { isRead: true } }))
  undo.push(changeCounts(app, () => ({ newNotificationCount: 0, unreadNotificationCount: 0 })))
  try {
    await api.request('/notifications/read', { method: 'POST', keepalive: true })
  } catch (error) {
    for (const restore of undo) restore()
    app.alerts.showError(error)
  }
}

/** Asks, then deletes all notifications. @returns whether they are gone. */
export async function deleteAllNotifications(app: App): Promise<boolean> {
  const { t, api, store, modals, alerts } = app
  const isSure = await modals.confirm({
    title: t('core.forum.notifications.delete_all_confirm'),
    text: t('core.forum.notifications.delete_all_text'),
    confirmLabel: t('core.forum.notifications.delete_all_tooltip'),
    isDanger: true,
  })
  if (!isSure) return false
  try {
    await api.request('/notifications', { method: 'DELETE' })
  } catch (error) {
    alerts.showError(error)
    return false
  }
  for (const notification of store.all('notifications')) store.remove(notification)
  changeCounts(app, () => ({ newNotificationCount: 0, unreadNotificationCount: 0 }))
  return true
}
