import { currentRow } from '../../../engine/jsonapi/rows.ts'
import type { WriteContext } from '../../../points/context/context.ts'
import { timestamp } from '../../../points/context/context.ts'
import { refreshLastPost } from '../../discussions/last-post.ts'
import { lowerReadStates, raiseReadState } from '../../discussions/read-state.ts'
import { changeCount } from '../../users/change-count.ts'
import { countComment, hasOtherComment } from '../comment-counts.ts'
import { mustBePrivate } from '../privacy.ts'
import { renderContent } from '../rendering/rendering.ts'
import type { PostRow } from '../table.ts'
import { deletePostRow, insertPost } from './post-rows.ts'

/**
 * Adds a comment of the actor to a discussion that the caller has locked. Updates the counters of the discussion and of
 * the author, and the author's read state.
 */
export async function addComment(
  context: WriteContext,
  discussionId: number,
  content: string,
  createdAt?: string,
): Promise<PostRow> {
  const post = await insertPost(context, {
    discussionId,
    type: 'comment',
    content,
    rendered: renderContent(context.forum, content),
    ...(createdAt && { createdAt }),
  })
  if (await mustBePrivate(context, post)) await markPrivate(context, post)
  else await countPublicComment(context, post)
  if (post.user_id !== null) await raiseReadState(context, discussionId, post.user_id, post.number)
  const created = (await currentRow(context, 'posts', post.id)) ?? post
  await context.emit('post.created', { post: created })
  return created
}

function isFirst(post: PostRow): boolean {
  return post.discussion.first_post_id === null && post.number === 1
}

/** Marks a new comment as private. Private comments change no counter. */
async function markPrivate(context: WriteContext, post: PostRow): Promise<void> {
  await context.db.updateTable('posts').set({ is_private: true }).where('id', '=', post.id).execute()
  if (!isFirst(post)) return
  await context.db
    .updateTable('discussions')
    .set({ first_post_id: post.id })
    .where('id', '=', post.discussion_id)
    .execute()
}

async function countPublicComment(context: WriteContext, post: PostRow): Promise<void> {
  const { comment_count: commentCount, last_posted_at: lastPostedAt } = post.discussion
  const isNewest = commentCount === 0 || (lastPostedAt ?? '') <= post.created_at
  const isNewParticipant = !(await hasOtherComment(context, post))
  await context.db
    .updateTable('discussions')
    .set((eb) => ({
      comment_count: eb('comment_count', '+', 1),
      participant_count: eb('participant_count', '+', isNewParticipant ? 1 : 0),
      ...(isFirst(post) && { first_post_id: post.id }),
      ...(isNewest && {
        last_posted_at: post.created_at,
        last_posted_user_id: post.user_id,
        last_post_id: post.id,
        last_post_number: post.number,
      }),
    }))
    .where('id', '=', post.discussion_id)
    .execute()
  changeCount(context, post.user_id, 'comment_count', 1)
}

/** Updates counters and last post, and emits the event, after a comment was hidden or restored. `post` is the new row. */
export async function updateCommentVisibility(context: WriteContext, post: PostRow): Promise<void> {
  const isHidden = post.hidden_at !== null
  if (!post.is_private) {
    await context.db
      .updateTable('discussions')
      .set((eb) => ({ comment_count: eb('comment_count', '+', isHidden ? -1 : 1) }))
      .where('id', '=', post.discussion_id)
      .execute()
    if (!isHidden || post.discussion.last_post_id === post.id)
      await refreshLastPost(context, post.discussion_id)
  }
  await context.emit(isHidden ? 'post.hidden' : 'post.restored', { post })
}

/** Deletes a post, and corrects the counters, read states and columns that refer to it. */
export async function deletePost(context: WriteContext, post: PostRow): Promise<void> {
  const { db } = context
  const { discussion } = post
  await deletePostRow(context, post)
  if (post.type === 'comment' && !post.is_private) await countComment(context, post, -1)
  if (discussion.first_post_id === post.id) {
    await db.updateTable('discussions').set({ first_post_id: null }).where('id', '=', discussion.id).execute()
  }
  if (discussion.last_post_id === post.id) await refreshLastPost(context, discussion.id)
  const after = await currentRow(context, 'discussions', discussion.id)
  if (after && post.number > (after.last_post_number ?? 0)) {
    await lowerReadStates(context, discussion.id, after.last_post_number ?? 0)
  }
  await context.emit('post.deleted', { post, discussion })
}

/** The columns of an edit: source, HTML, editor and time. */
export function editedColumns(context: WriteContext, content: string): Partial<PostRow> {
  return {
    content,
    ...renderContent(context.forum, content),
    edited_at: timestamp(context),
    edited_user_id: context.actor.id,
  }
}
