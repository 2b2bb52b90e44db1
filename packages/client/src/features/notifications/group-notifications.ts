import type { App } from '../../points/app.ts'
import type { NotificationProps } from '../../points/notifications.ts'
import type { AnyRecord, StoreRecord } from '../../store/record.ts'
import type { Store } from '../../store/store.ts'

/** Notifications about one discussion, or about the forum if there is none. */
export interface NotificationGroup {
  discussion: StoreRecord<'discussions'> | undefined
  items: NotificationProps[]
}

/**
 * Groups notifications by discussion; groups and items keep the order of the list. Leaves out notifications of
 * undeclared types and those without their subject, because they cannot be rendered.
 */
export function groupNotifications(
  { store, notifications: types }: Pick<App, 'store' | 'notifications'>,
  notifications: readonly StoreRecord<'notifications'>[],
): NotificationGroup[] {
  const groups = new Map<string | undefined, NotificationGroup>()
  for (const notification of notifications) {
    if (!types.has(notification.contentType)) continue
    const subject = subjectOf(store, notification)
    if (subject === undefined) continue
    const discussion = discussionOf(store, subject)
    const group = groups.get(discussion?.id) ?? { discussion, items: [] }
    groups.set(discussion?.id, group)
    const sender = store.related(notification, 'fromUser', 'users')
    group.items.push({ notification, content: notification.content, sender, subject, discussion })
  }
  return [...groups.values()]
}

function subjectOf(store: Store, { relationships }: StoreRecord<'notifications'>): AnyRecord | undefined {
  const { subject } = relationships
  if (!subject || Array.isArray(subject)) return undefined
  // Only the declaration of the notification knows the subject's type.
  return store.get(subject.type as 'posts', subject.id) as AnyRecord | undefined
}

function discussionOf(store: Store, subject: AnyRecord): StoreRecord<'discussions'> | undefined {
  return subject.type === 'discussions'
    ? store.get('discussions', subject.id)
    : store.related(subject, 'discussion', 'discussions')
}
