import { sql } from 'kysely'
import type { WriteContext } from '../context.ts'
import { timestamp } from '../context.ts'
import { refreshLastPost } from '../discussions/last-post.ts'
import { lowerReadStates, raiseReadState } from '../discussions/read-state.ts'
import { currentRow } from '../jsonapi/rows.ts'
import { deletePostRow, insertPost } from './post-rows.ts'
import { renderContent } from './rendering.ts'
import type { PostRow } from './table.ts'

/**
 * Adds a comment of the actor to a discussion whose row the caller has locked, and keeps every counter: of the
 * discussion, of the author, and how far the author has read.
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
  const isFirst = post.discussion.first_post_id === null && post.number === 1
  const { comment_count: others, last_posted_at: lastPostedAt } = post.discussion
  const isNewest = others === 0 || (lastPostedAt ?? '') <= post.created_at
  const isNewParticipant = !(await hasOtherComment(context, post))
  await context.db
    .updateTable('discussions')
    .set((eb) => ({
      comment_count: eb('comment_count', '+', 1),
      participant_count: eb('participant_count', '+', isNewParticipant ? 1 : 0),
      ...(isFirst && { first_post_id: post.id }),
      ...(isNewest && {
        last_posted_at: post.created_at,
        last_posted_user_id: post.user_id,
        last_post_id: post.id,
        last_post_number: post.number,
      }),
    }))
    .where('id', '=', discussionId)
    .execute()
  if (post.user_id !== null) {
    await changeCommentCount(context, post.user_id, 1)
    await raiseReadState(context, discussionId, post.user_id, post.number)
  }
  const counted = (await currentRow(context, 'posts', post.id)) ?? post
  await context.emit('post.created', { post: counted })
  return counted
}

/** Hides a comment, or takes that back; `post` is as it is after the change. */
export async function commentVisibilityChanged(context: WriteContext, post: PostRow): Promise<void> {
  const isHidden = post.hidden_at !== null
  await context.db
    .updateTable('discussions')
    .set((eb) => ({ comment_count: eb('comment_count', '+', isHidden ? -1 : 1) }))
    .where('id', '=', post.discussion_id)
    .execute()
  if (!isHidden || post.discussion.last_post_id === post.id)
    await refreshLastPost(context, post.discussion_id)
  await context.emit(isHidden ? 'post.hidden' : 'post.restored', { post })
}

/** Deletes a post for good, with everything that counts or points to it; an emptied discussion goes too. */
export async function deletePost(context: WriteContext, post: PostRow): Promise<void> {
  const { db } = context
  const { discussion } = post
  const counts = post.type === 'comment' && !post.is_private
  const leaves = counts && !(await hasOtherComment(context, post))
  await deletePostRow(context, post)
  await db
    .updateTable('discussions')
    .set((eb) => ({
      comment_count: eb('comment_count', '-', counts && post.hidden_at === null ? 1 : 0),
      participant_count: eb('participant_count', '-', leaves ? 1 : 0),
      ...(discussion.first_post_id === post.id && { first_post_id: null }),
    }))
    .where('id', '=', discussion.id)
    .execute()
  if (counts && post.user_id !== null) await changeCommentCount(context, post.user_id, -1)
  if (discussion.last_post_id === post.id) await refreshLastPost(context, discussion.id)
  const after = await currentRow(context, 'discussions', discussion.id)
  if (after && post.number > (after.last_post_number ?? 0)) {
    await lowerReadStates(context, discussion.id, after.last_post_number ?? 0)
  }
  await context.emit('post.deleted', { post, discussion })
}

/** Whether the author of a comment has another one, hidden or not, in the same discussion. */
async function hasOtherComment(context: WriteContext, post: PostRow): Promise<boolean> {
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

async function changeCommentCount(context: WriteContext, userId: number, change: 1 | -1): Promise<void> {
  await context.db
    .updateTable('users')
    .set((eb) => ({ comment_count: eb('comment_count', '+', change) }))
    .where('id', '=', userId)
    .execute()
}

/** Columns of an edit: the new source, its rendering, who edited and when. */
export function editedColumns(context: WriteContext, content: string): Partial<PostRow> {
  return {
    content,
    ...renderContent(context.forum, content),
    edited_at: timestamp(context),
    edited_user_id: context.actor.id,
  }
}
