import { currentRow } from '../../engine/jsonapi/rows.ts'
import type { WriteContext } from '../../points/context/context.ts'
import { refreshLastPost } from '../discussions/last-post.ts'
import { countComment } from './comment-counts.ts'
import type { PostRow } from './table.ts'

/** Whether extensions want a comment to be private; events are for all who see the discussion. */
export async function hasToBePrivate(context: WriteContext, post: PostRow): Promise<boolean> {
  return post.type === 'comment' && context.forum.points.privacy.isPrivate('posts', post, context)
}

/**
 * Judges a post anew, and keeps every counter when it becomes private or public. Extensions call it after changing
 * what their `privacy` goes by; changes through the API do so by themselves. The caller has locked the post.
 */
export async function updatePostPrivacy(context: WriteContext, postId: number): Promise<void> {
  const before = await currentRow(context, 'posts', postId)
  if (!before) return
  const isPrivate = await hasToBePrivate(context, before)
  if (isPrivate === before.is_private) return
  await context.db.updateTable('posts').set({ is_private: isPrivate }).where('id', '=', postId).execute()
  await countComment(context, before, isPrivate ? -1 : 1)
  const { discussion } = before
  if (!isPrivate || discussion.last_post_id === postId) await refreshLastPost(context, discussion.id)
  const post = await currentRow(context, 'posts', postId)
  if (post) await context.emit(isPrivate ? 'post.madePrivate' : 'post.madePublic', { post })
}
