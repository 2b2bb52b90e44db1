import { type Context, currentRow, type PostRow, usersWhoSee } from '@parley/server'

/** Those of some users who see a post and did not write it. */
export async function recipients(
  post: PostRow,
  userIds: readonly number[],
  context: Context,
): Promise<number[]> {
  const others = userIds.filter((userId) => userId !== post.user_id)
  return others.length === 0 ? [] : usersWhoSee(context, 'posts', post, others)
}

/** A post that is not deleted, and whose discussion is not. */
export async function livingPost(postId: number, context: Context): Promise<PostRow | undefined> {
  const found = await context.db
    .selectFrom('posts')
    .innerJoin('discussions', 'discussions.id', 'posts.discussion_id')
    .select('posts.id')
    .where('posts.id', '=', postId)
    .where('discussions.deleted_at', 'is', null)
    .executeTakeFirst()
  return found && currentRow(context, 'posts', postId)
}
