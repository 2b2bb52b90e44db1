import type { App } from '../../points/app.ts'
import type { StoreRecord } from '../../store/record.ts'
import { saveResource } from '../../store/resources.ts'

type Counts = Pick<StoreRecord<'users'>, 'newNotificationCount' | 'unreadNotificationCount'>

/** Changes the session user's counts. @returns a function that restores them. */
function changeCounts({ store, userId }: App, change: (counts: Counts) => Counts): () => void {
  const user = userId === undefined ? undefined : store.get('users', userId)
  return user === undefined ? () => {} : store.change('users', user.id, { attributes: change(user) })
}

/** Sets the count of new notifications to 0, because the list was opened. */
export function markListSeen(app: App): void {
  changeCounts(app, () => ({ newNotificationCount: 0 }))
}

/** Marks a notification as read, optimistically. */
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

/** Marks all notifications as read, optimistically. */
export async function readAllNotifications(app: App): Promise<void> {
  const { api, store } = app
  const unread = store.all('notifications').filter(({ isRead }) => !isRead)
  const restorers = unread.map(({ id }) =>
    store.change('notifications', id, { attributes: { isRead: true } }),
  )
  restorers.push(changeCounts(app, () => ({ newNotificationCount: 0, unreadNotificationCount: 0 })))
  try {
    await api.request('/notifications/read', { method: 'POST', keepalive: true })
  } catch (error) {
    for (const restore of restorers) restore()
    app.alerts.showError(error)
  }
}

/** Deletes all notifications after a confirmation. @returns whether they were deleted. */
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
