import {
  type ChannelUse,
  defineExtension,
  deleteNotification,
  type Notification,
  type NotificationTypes,
  restoreNotification,
  syncNotification,
} from '@parley/server'
import type { InstalledExtension } from '@parley/server/extensions'
import type { ApiClient } from './api-client.ts'
import type { TestForum } from './test-forum.ts'

/** A notification of any type, also of types that TypeScript does not know. */
export type TestNotification = Omit<Notification, 'type' | 'data'> & { type: string; data?: unknown }

const alert: ChannelUse = { default: true }

/** A test extension with one notification type for each type of subject in the core. */
export const notificationsExtension: InstalledExtension = {
  id: 'noticing',
  title: 'Noticing',
  version: '1.0.0',
  declaration: defineExtension({
    notifications: {
      discussionNoticed: { subject: 'discussions', channels: { alert } },
      postNoticed: { subject: 'posts', channels: { alert } },
      userNoticed: { subject: 'users', channels: { alert } },
    } as NotificationTypes,
  }),
}

/** A test extension that notifies the users whose ids a comment lists: `to 3 2 7`. */
export const syncingExtension: InstalledExtension = {
  id: 'syncing',
  title: 'Syncing',
  version: '1.0.0',
  declaration: defineExtension({
    notifications: { postSynced: { subject: 'posts', channels: { alert } } } as NotificationTypes,
    on: {
      'post.created': async ({ post }, context) => {
        const ids = /^to ([\d ]+)$/.exec(post.content)?.[1]?.split(' ').map(Number) ?? []
        for (const some of [ids.slice(0, 2), ids.slice(2)]) {
          const told = {
            type: 'postSynced',
            fromUserId: context.actor.id,
            subject: post,
            data: some,
            postId: post.id,
          }
          if (some.length > 0) await syncNotification(context, told as unknown as Notification, some)
        }
      },
    },
  }),
}

/** Gives a notification to exactly these users. */
export function notify(
  forum: TestForum,
  notification: TestNotification,
  userIds: readonly number[],
): Promise<void> {
  return forum.current.write(forum.asSystem(), (context) =>
    syncNotification(context, notification as Notification, userIds),
  )
}

/** Deletes a notification for all of its recipients. */
export function deleteNotifications(forum: TestForum, notification: TestNotification): Promise<void> {
  return forum.current.write(forum.asSystem(), (context) =>
    deleteNotification(context, notification as Notification),
  )
}

/** Restores a deleted notification for its recipients. */
export function restoreNotifications(forum: TestForum, notification: TestNotification): Promise<void> {
  return forum.current.write(forum.asSystem(), (context) =>
    restoreNotification(context, notification as Notification),
  )
}

/** How many unread and how many new notifications the visitor has, as the forum's document says. */
export async function notificationCounts(client: ApiClient): Promise<{ unread: unknown; new: unknown }> {
  const { body } = await client.get('/api')
  const { attributes } = body.included?.find(({ attributes: own }) => own && 'preferences' in own) ?? {}
  return { unread: attributes?.unreadNotificationCount, new: attributes?.newNotificationCount }
}
