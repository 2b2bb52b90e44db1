import { sql } from 'kysely'
import type { WriteContext } from '../context.ts'
import type { DiscussionRow } from './table.ts'

/** Deletes a discussion with its posts and read states, and corrects the counters of everybody in it (D18). */
export async function deleteDiscussion(discussion: DiscussionRow, context: WriteContext): Promise<void> {
  const { db } = context
  await context.emit('discussion.deleted', { discussion })
  const counted = db
    .selectFrom('posts')
    .where('posts.discussion_id', '=', discussion.id)
    .where('posts.type', '=', sql.lit('comment'))
    .where('posts.is_private', '=', false)
  await db
    .updateTable('users')
    .set((eb) => ({
      comment_count: eb(
        'comment_count',
        '-',
        counted.where('posts.user_id', '=', eb.ref('users.id')).select(eb.fn.countAll<number>().as('count')),
      ),
    }))
    .where('id', 'in', counted.select('posts.user_id').distinct())
    .execute()
  if (discussion.user_id !== null && !discussion.is_private) {
    await db
      .updateTable('users')
      .set((eb) => ({ discussion_count: eb('discussion_count', '-', 1) }))
      .where('id', '=', discussion.user_id)
      .execute()
  }
  await db.deleteFrom('discussions').where('id', '=', discussion.id).execute()
}
