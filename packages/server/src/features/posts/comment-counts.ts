import { sql } from 'kysely'
import type { WriteContext } from '../../points/context/context.ts'
import { changeCount } from '../users/change-count.ts'
import type { PostRow } from './table.ts'

/**
 * Adds a public comment to the counters, or subtracts it: the discussion's comments (unless hidden), its participants,
 * and the author's comments.
 */
export async function countComment(context: WriteContext, post: PostRow, change: 1 | -1): Promise<void> {
  const isOnlyOne = !(await hasOtherComment(context, post))
  await context.db
    .updateTable('discussions')
    .set((eb) => ({
      comment_count: eb('comment_count', '+', post.hidden_at === null ? change : 0),
      participant_count: eb('participant_count', '+', isOnlyOne ? change : 0),
    }))
    .where('id', '=', post.discussion_id)
    .execute()
  changeCount(context, post.user_id, 'comment_count', change)
}

/** Whether a comment's author has another public comment in its discussion, hidden or not; true without an author. */
export async function hasOtherComment(context: WriteContext, post: PostRow): Promise<boolean> {
  if (post.user_id === null) return true
  const other = await context.db
    .selectFrom('posts')
    .select('id')
    .where('discussion_id', '=', post.discussion_id)
    .where('user_id', '=', post.user_id)
    .where('type', '=', sql.lit('comment'))
    .where('is_private', '=', false)
    .where('id', '<>', post.id)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
