import type { Notifications } from '@parley/shared'
import type { WriteContext } from '../../points/context/context.ts'
import { deleteNotification, syncNotification } from '../notifications/sync/sync.ts'
import type { EventPostChange } from '../posts/event-posts.ts'
import type { DiscussionRow } from './table.ts'

/** Notification types whose content names an event post. */
type EventNotification = {
  [Type in keyof Notifications]: Notifications[Type] extends { postNumber: number } ? Type : never
}[keyof Notifications]

/**
 * Notifies the author of a discussion of an event that another user caused, or deletes the notification when the event
 * post was cancelled (api-core 4.8, 4.11).
 */
export async function notifyAuthor(
  context: WriteContext,
  type: EventNotification,
  discussion: DiscussionRow,
  { post, cancelled }: EventPostChange,
): Promise<void> {
  const author = discussion.user_id
  if (author === null || author === context.actor.id) return
  const notification = {
    type,
    fromUserId: context.actor.account?.id ?? null,
    subject: discussion,
    data: { postNumber: post.number },
  } as const
  if (cancelled) await deleteNotification(context, notification)
  else await syncNotification(context, notification, [author])
}
