import { currentRow } from '../../engine/jsonapi/rows.ts'
import { timestamp, type WriteContext } from '../../points/context/context.ts'
import { refreshLastPost } from '../discussions/last-post.ts'
import { readLatePosts } from '../discussions/reading/late-posts.ts'
import { countComment } from './comment-counts.ts'
import type { PostRow } from './table.ts'

/** Whether an extension makes a comment private. Event posts are never private. */
async function mustBePrivate(context: WriteContext, post: PostRow): Promise<boolean> {
  return post.type === 'comment' && context.forum.points.privacy.isPrivate('posts', post, context)
}

/**
 * Recomputes whether a post is private, and corrects every counter when that changes. Extensions call this after
 * changing what their `privacy` depends on; writes through the API call it themselves. The caller holds the lock on the
 * post.
 */
export async function updatePostPrivacy(context: WriteContext, postId: number): Promise<void> {
  const before = await currentRow(context, 'posts', postId)
  if (!before) return
  const isPrivate = await mustBePrivate(context, before)
  if (isPrivate === before.is_private) return
  const shown_at = isPrivate ? null : timestamp(context)
  await context.db
    .updateTable('posts')
    .set({ is_private: isPrivate, shown_at })
    .where('id', '=', postId)
    .execute()
  await countComment(context, before, isPrivate ? -1 : 1)
  const { discussion } = before
  if (!isPrivate || discussion.last_post_id === postId) await refreshLastPost(context, discussion.id)
  // The actor has decided on the post, and knows it.
  if (!isPrivate && !context.actor.isGuest) await readLatePosts(context, discussion.id, [before.number])
  const post = await currentRow(context, 'posts', postId)
  if (post) await context.emit(isPrivate ? 'post.madePrivate' : 'post.madePublic', { post })
}
