import { currentRow } from '../../engine/jsonapi/rows.ts'
import type { WriteContext } from '../../points/context/context.ts'

/**
 * Recomputes whether a discussion is private, and corrects its author's counter when that changes. Extensions call this
 * after changing what their `privacy` depends on; writes through the API call it themselves. The caller holds the lock
 * on the discussion.
 */
export async function updateDiscussionPrivacy(context: WriteContext, discussionId: number): Promise<void> {
  const before = await currentRow(context, 'discussions', discussionId)
  if (!before) return
  const isPrivate = await context.forum.points.privacy.isPrivate('discussions', before, context)
  if (isPrivate === before.is_private) return
  await context.db
    .updateTable('discussions')
    .set({ is_private: isPrivate })
    .where('id', '=', discussionId)
    .execute()
  changeDiscussionCount(context, before.user_id, isPrivate ? -1 : 1)
  const discussion = await currentRow(context, 'discussions', discussionId)
  if (!discussion) return
  await context.emit(isPrivate ? 'discussion.madePrivate' : 'discussion.madePublic', { discussion })
}

/** Changes a user's count of started public discussions at the end of the transaction. */
export function changeDiscussionCount(
  { db, changeUsers }: WriteContext,
  userId: number | null,
  change: 1 | -1,
): void {
  if (userId === null) return
  changeUsers([userId], async () => {
    await db
      .updateTable('users')
      .set((eb) => ({ discussion_count: eb('discussion_count', '+', change) }))
      .where('id', '=', userId)
      .execute()
  })
}
