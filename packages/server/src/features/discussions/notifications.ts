import type { WriteContext } from '../../points/context/context.ts'
import type { Notifications } from '@parley/shared'
import { deleteNotification, syncNotification } from '../notifications/sync/sync.ts'
import type { ToldEvent } from '../posts/event-posts.ts'
import type { DiscussionRow } from './table.ts'

/** Types whose content names the post that tells of what happened. */
type EventNotification = {
  [Type in keyof Notifications]: Notifications[Type] extends { postNumber: number }
    ? Type
    : never
}[keyof Notifications]

/**
 * Tells the author of a discussion what somebody else did with it, or takes that back with its event post
 * (api-core 4.8, 4.11).
 */
export async function notifyAuthor(
  context: WriteContext,
  type: EventNotification,
  discussion: DiscussionRow,
  { post, cancelled }: ToldEvent,
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
