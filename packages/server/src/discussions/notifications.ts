import type { WriteContext } from '../context.ts'
import { deleteNotification, syncNotification } from '../notifications/sync.ts'
import type { ToldEvent } from '../posts/event-posts.ts'
import type { DiscussionRow } from './table.ts'

/**
 * Tells the author that somebody else renamed their discussion, or takes that back with the event post
 * (api-core 4.8, 4.11).
 */
export async function notifyOfRename(
  context: WriteContext,
  discussion: DiscussionRow,
  { post, cancelled }: ToldEvent,
): Promise<void> {
  const author = discussion.user_id
  if (author === null || author === context.actor.id) return
  const notification = {
    type: 'discussionRenamed',
    fromUserId: context.actor.account?.id ?? null,
    subject: discussion,
    data: { postNumber: post.number },
  } as const
  if (cancelled) await deleteNotification(context, notification)
  else await syncNotification(context, notification, [author])
}
