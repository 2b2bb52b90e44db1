import type { WriteContext } from '../../points/context/context.ts'

/**
 * Updates a discussion's last post to its newest visible comment. Without visible comments the columns keep their
 * values (api-core 4.18).
 */
export async function refreshLastPost(context: WriteContext, discussionId: number): Promise<void> {
  const last = await context.db
    .selectFrom('posts')
    .select(['id', 'number', 'created_at', 'user_id'])
    .where('discussion_id', '=', discussionId)
    .where('type', '=', 'comment')
    .where('hidden_at', 'is', null)
    .where('is_private', '=', false)
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return
  await context.db
    .updateTable('discussions')
    .set({
      last_posted_at: last.created_at,
      last_posted_user_id: last.user_id,
      last_post_id: last.id,
      last_post_number: last.number,
    })
    .where('id', '=', discussionId)
    .execute()
}
