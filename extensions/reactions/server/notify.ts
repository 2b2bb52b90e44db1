import { deleteNotification, type PostRow, syncNotification, type WriteContext } from '@parley/server'
import type { NotifiedReaction } from '../shared.ts'
import type { PostReactionRow, ReactionRow } from './tables.ts'

interface Choice {
  chosen: ReactionRow
  /** The content of the notification of what the actor chose before; null without one. */
  former: string | null
}

/**
 * Tells the author of a post what the actor, a member, chose, in place of what was chosen before.
 * @returns the content of the notification; null for that of a guest, to the own post, or to one without an author.
 */
export async function notifyAuthor(
  context: WriteContext,
  post: PostRow,
  { chosen, former }: Choice,
): Promise<string | null> {
  const { actor } = context
  if (former !== null) await deleteNotification(context, notificationOf(post, actor.id, former))
  if (actor.isGuest || post.user_id === null || post.user_id === actor.id) return null
  const { id, identifier, display, type, enabled } = chosen
  const content = JSON.stringify({ id, identifier, display, type, enabled } satisfies NotifiedReaction)
  await syncNotification(context, notificationOf(post, actor.id, content), [post.user_id])
  return content
}

/** Withdraws the notification of a reaction that was taken back or removed. */
export async function withdrawFrom(
  context: WriteContext,
  post: Pick<PostRow, 'id'>,
  { user_id, notified_as }: Pick<PostReactionRow, 'user_id' | 'notified_as'>,
): Promise<void> {
  if (notified_as !== null && user_id !== null)
    await deleteNotification(context, notificationOf(post, user_id, notified_as))
}

function notificationOf(subject: Pick<PostRow, 'id'>, fromUserId: number, data: string) {
  return { type: 'postReacted', fromUserId, subject, data } as const
}
