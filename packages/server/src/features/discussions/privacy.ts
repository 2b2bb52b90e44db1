import { currentRow } from '../../engine/jsonapi/rows.ts'
import type { WriteContext } from '../../points/context/context.ts'
import { changeCount } from '../users/change-count.ts'

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
  changeCount(context, before.user_id, 'discussion_count', isPrivate ? -1 : 1)
  const discussion = await currentRow(context, 'discussions', discussionId)
  if (!discussion) return
  await context.emit(isPrivate ? 'discussion.madePrivate' : 'discussion.madePublic', { discussion })
}
