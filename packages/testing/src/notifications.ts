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

/** A notification of any type, declared in TypeScript or not. */
export type TestNotification = Omit<Notification, 'type' | 'data'> & { type: string; data?: unknown }

const alert: ChannelUse = { default: true }

/** An extension with a type of notifications for each of the core's kinds of subjects. */
export const noticing: InstalledExtension = {
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

/** An extension that notifies those whom a comment names: `to 3 2 7`. */
export const syncing: InstalledExtension = {
  id: 'syncing',
  title: 'Syncing',
  version: '1.0.0',
  declaration: defineExtension({
    notifications: { postSynced: { subject: 'posts', channels: { alert } } } as NotificationTypes,
    on: {
      'post.created': async ({ post }, context) => {
        const ids = /^to ([\d ]+)$/.exec(post.content)?.[1]?.split(' ').map(Number) ?? []
        for (const some of [ids.slice(0, 2), ids.slice(2)]) {
          const told = { type: 'postSynced', fromUserId: context.actor.id, subject: post, data: some, newPostId: post.id }
          if (some.length > 0) await syncNotification(context, told as unknown as Notification, some)
        }
      },
    },
  }),
}

/** Notifies exactly these users. */
export function notify(
  forum: TestForum,
  notification: TestNotification,
  userIds: readonly number[],
): Promise<void> {
  return forum.current.write(forum.asSystem(), (context) =>
    syncNotification(context, notification as Notification, userIds),
  )
}

/** Takes a notification back from all who have it. */
export function retract(forum: TestForum, notification: TestNotification): Promise<void> {
  return forum.current.write(forum.asSystem(), (context) =>
    deleteNotification(context, notification as Notification),
  )
}

/** Gives it back to them. */
export function restore(forum: TestForum, notification: TestNotification): Promise<void> {
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
