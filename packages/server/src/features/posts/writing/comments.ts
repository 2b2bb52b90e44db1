import { currentRow } from '../../../engine/jsonapi/rows.ts'
import { createRow, type PlannedRow, planRow } from '../../../engine/jsonapi/writes/create-row.ts'
import { tryAttributes } from '../../../engine/jsonapi/writes/read-input.ts'
import { readFields } from '../../../infrastructure/schema/problems.ts'
import { dateTime } from '../../../infrastructure/schema/values.ts'
import { type Context, timestamp, translatorOf, type WriteContext } from '../../../points/context/context.ts'
import type { WriteInput } from '../../../points/resources/endpoints.ts'
import { refreshLastPost } from '../../discussions/last-post.ts'
import { readLatePosts } from '../../discussions/reading/late-posts.ts'
import { lowerReadStates, raiseReadState } from '../../discussions/reading/read-state.ts'
import type { DiscussionRow } from '../../discussions/table.ts'
import { changeCount } from '../../users/change-count.ts'
import { countComment, hasOtherComment } from '../comment-counts.ts'
import { renderContent } from '../rendering/rendering.ts'
import type { PostRow } from '../table.ts'
import { authorColumns, deletePostRow, insertPost, type NewPost } from './post-rows.ts'

/** Checks a comment of the actor in a discussion, which may be a new one that is not inserted yet. Renders its HTML. */
export function planComment(
  context: Context,
  input: WriteInput,
  discussion: DiscussionRow,
): Promise<PlannedRow<'posts'>> {
  const { values, problems } = tryAttributes(context, 'posts', input.attributes, ['content'])
  const content = (values.content as string | undefined) ?? ''
  const createdAt = problems.length === 0 ? readCreatedAt(input, context) : undefined
  return planRow(context, 'posts', input, {
    columns: {
      ...authorColumns(context),
      ...(createdAt !== undefined && { created_at: createdAt }),
      discussion_id: discussion.id,
      type: 'comment',
      content,
      ...renderContent(context.forum, content),
      hidden_at: null,
    },
    facts: { discussion, isOfKnownType: true, number: discussion.post_number_index + 1 },
    problems,
  })
}

/** The time of a new post, which administrators may set for imports; undefined for other actors. */
export function readCreatedAt({ attributes }: WriteInput, context: Context): string | undefined {
  const raw = attributes.createdAt ?? undefined
  if (raw === undefined || !context.actor.isAdmin) return undefined
  const translate = translatorOf(context)
  return readFields({ createdAt: dateTime() }, { createdAt: raw }, translate).createdAt
}

/**
 * Adds a planned comment to a discussion that the caller has locked or inserted. Updates the counters of the discussion
 * and of the author, and the author's read state.
 */
export function addComment(
  context: WriteContext,
  planned: PlannedRow<'posts'>,
  discussion: DiscussionRow,
): Promise<PostRow> {
  return createRow(context, planned, {
    columns: { discussion_id: discussion.id },
    facts: { discussion },
    insert: (columns) => insertPost(context, columns as NewPost),
    async count(post) {
      if (!post.is_private) await countPublicComment(context, post)
      else if (isFirst(post)) await storeFirstPost(context, post)
      if (post.user_id !== null) await raiseReadState(context, discussion.id, post.user_id, post.number)
    },
    emit: (post) => context.emit('post.created', { post }),
  })
}

function isFirst(post: PostRow): boolean {
  return post.discussion.first_post_id === null && post.number === 1
}

/** Stores which post is the first. Private comments change nothing else of their discussion. */
async function storeFirstPost({ db }: WriteContext, post: PostRow): Promise<void> {
  await db
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
    if (!isHidden && post.shown_at !== null) await readLatePosts(context, post.discussion_id, [post.number])
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
