import type { Extension, WriteContext } from '@parley/server'
import type { TagRow } from '../../contract/tables.ts'

type LockedTag = Pick<TagRow, 'id' | 'last_posted_discussion_id' | 'last_posted_user_id'>

/** Locks tags until the transaction ends, in the order of their ids. Returns those that are not deleted. */
export async function lockTagRows(
  { db, forum }: WriteContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LockedTag>> {
  const rows = await db
    .selectFrom('tags')
    .select(['id', 'last_posted_discussion_id', 'last_posted_user_id'])
    .where((eb) => forum.database.dialect.idIn(eb.ref('id'), ids))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .modifyEnd(forum.database.dialect.forUpdate)
    .execute()
  return new Map(rows.map((tag) => [tag.id, tag]))
}

/**
 * Makes the tags of a discussion, which the caller has locked, agree with its current row: what lists are sorted by, the
 * numbers of discussions and the newest posts.
 */
export async function updateCounts(context: WriteContext, discussionId: number): Promise<void> {
  const { db } = context
  const stored = await db
    .selectFrom('discussion_tag')
    .select(['tag_id', 'is_counted', 'last_posted_at', 'comment_count'])
    .where('discussion_id', '=', discussionId)
    .orderBy('tag_id')
    .execute()
  if (stored.length === 0) return
  const discussion = await db
    .selectFrom('discussions')
    .select(['hidden_at', 'is_private', 'deleted_at', 'comment_count'])
    .select(['last_posted_at', 'last_posted_user_id'])
    .where('id', '=', discussionId)
    .executeTakeFirstOrThrow()
  const { hidden_at, is_private, deleted_at, last_posted_at, comment_count } = discussion
  const is_counted = hidden_at === null && !is_private && deleted_at === null
  const tags = await lockTagRows(
    context,
    stored.map(({ tag_id }) => tag_id),
  )
  const isChanged = stored.some(
    (row) =>
      row.is_counted !== is_counted ||
      row.last_posted_at !== last_posted_at ||
      row.comment_count !== comment_count,
  )
  if (isChanged)
    await db
      .updateTable('discussion_tag')
      .set({ is_counted, last_posted_at, comment_count })
      .where('discussion_id', '=', discussionId)
      .execute()
  for (const row of stored) {
    const tag = tags.get(row.tag_id)
    const change = Number(is_counted) - Number(row.is_counted)
    const isNewest = tag?.last_posted_discussion_id === discussionId
    const hasOtherPoster = isNewest && tag.last_posted_user_id !== discussion.last_posted_user_id
    if (change !== 0 || (is_counted && (row.last_posted_at !== last_posted_at || hasOtherPoster)))
      await updateTag(context, row.tag_id, change)
  }
}

/** Adds to the number of discussions of a tag that the caller has locked, and finds its newest post. */
export async function updateTag({ db }: WriteContext, tagId: number, change: number): Promise<void> {
  const newest = await db
    .selectFrom('discussion_tag')
    .innerJoin('discussions', 'discussions.id', 'discussion_tag.discussion_id')
    .select([
      'discussion_tag.last_posted_at',
      'discussion_tag.discussion_id as last_posted_discussion_id',
      'discussions.last_posted_user_id',
    ])
    .where('discussion_tag.tag_id', '=', tagId)
    .where('discussion_tag.is_counted', '=', true)
    .where('discussion_tag.last_posted_at', 'is not', null)
    .orderBy('discussion_tag.last_posted_at', 'desc')
    .orderBy('discussion_tag.discussion_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const none = { last_posted_at: null, last_posted_discussion_id: null, last_posted_user_id: null }
  await db
    .updateTable('tags')
    .set((eb) => ({
      ...(newest ?? none),
      ...(change !== 0 && { discussion_count: eb('discussion_count', '+', change) }),
    }))
    .where('id', '=', tagId)
    .execute()
}

type Listeners = NonNullable<Extension['on']>

const ofPost: NonNullable<Listeners['post.created']> = ({ post }, context) =>
  updateCounts(context, post.discussion_id)
const ofDiscussion: NonNullable<Listeners['discussion.hidden']> = ({ discussion }, context) =>
  updateCounts(context, discussion.id)

/** What changes the newest post of a discussion, or whether its tags count it. */
export const countListeners: Listeners = {
  'post.created': ofPost,
  'post.hidden': ofPost,
  'post.restored': ofPost,
  'post.deleted': ofPost,
  'post.madePrivate': ofPost,
  'post.madePublic': ofPost,
  'discussion.hidden': ofDiscussion,
  'discussion.restored': ofDiscussion,
  'discussion.madePrivate': ofDiscussion,
  'discussion.madePublic': ofDiscussion,
  'discussion.deleted': ofDiscussion,
}
