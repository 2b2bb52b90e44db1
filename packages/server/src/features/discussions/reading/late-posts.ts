import { type Expression, type SqlBool, sql } from 'kysely'
import { type Bound, prepareQuery } from '../../../engine/jsonapi/prepared-queries.ts'
import type { Context, WriteContext } from '../../../points/context/context.ts'

// A late post became public (`shown_at`) after a reader had read on, or had marked all as read. Its number, or its
// time, is among those that count as read, so it is found by `shown_at`.

/** How many posts of a discussion, the last that became public, are examined. */
const examinedPosts = 100

/** How many posts of the forum, the last that became public, are examined for totals and filters. */
const examinedInForum = 1000

/** What became public until then is read. `late_read_at` is set while the reader has read on without the late posts. */
const readAt = sql<string>`coalesce(discussion_user.late_read_at, discussion_user.last_read_at,
  '1970-01-01T00:00:00.000Z')`

/** The newest post that is no longer examined; null if there is none. */
const lastShown = sql`(select shown.shown_at from posts as shown
  where shown.discussion_id = discussions.id and shown.shown_at is not null
  order by shown.shown_at desc limit 1 offset ${sql.lit(examinedPosts)})`

/** One bound for both, so that an index finds it. */
const examinedSince = sql<string>`case when ${lastShown} > ${readAt} then ${lastShown} else ${readAt} end`

/** Whether a post that became public after `readAt` is one that the reader has passed, and has not written. */
function isLate({ actor }: Context, userId: Expression<number>): Expression<SqlBool> {
  const { markedAllAsReadAt } = actor.account ?? {}
  // Expressions keep databases from choosing an index for these conditions: its range may be a whole discussion.
  const isPassed = sql`posts.number + 0 <= coalesce(discussion_user.last_read_post_number, 0)`
  const isOfOthers = sql`posts.type = 'comment' and posts.hidden_at is null and posts.is_private = false
    and (posts.user_id is null or posts.user_id <> ${userId})`
  if (markedAllAsReadAt == null) return sql`${isOfOthers} and ${isPassed}`
  return sql`${isOfOthers} and coalesce(posts.shown_at, posts.created_at) > ${markedAllAsReadAt}
    and (${isPassed} or discussions.last_posted_at <= ${markedAllAsReadAt})`
}

/** The unread late posts of discussions, as they became public. The user is the actor. */
export const findLate = prepareQuery(
  (context, { ids, userId }: Bound<{ ids: readonly number[]; userId: number }>) =>
    context.db
      .selectFrom('discussions')
      .leftJoin('discussion_user', (join) =>
        join
          .onRef('discussion_user.discussion_id', '=', 'discussions.id')
          .on('discussion_user.user_id', '=', userId),
      )
      .innerJoin('posts', (join) =>
        join.onRef('posts.discussion_id', '=', 'discussions.id').on('posts.shown_at', '>', examinedSince),
      )
      .where((eb) => context.forum.database.dialect.idIn(eb.ref('discussions.id'), ids))
      .where(isLate(context, userId))
      .select(['discussions.id', 'posts.number', 'posts.shown_at'])
      .orderBy('posts.shown_at')
      .$castTo<{ id: number; number: number; shown_at: string }>(),
)

/** The condition for late posts of a discussion that a user, the actor, has not read. */
export function hasLate(context: Context, discussionId: number, userId: number): Expression<SqlBool> {
  return sql`exists (select posts.id from discussions
    left join discussion_user on discussion_user.discussion_id = discussions.id and discussion_user.user_id = ${userId}
    inner join posts on posts.discussion_id = discussions.id and posts.shown_at > ${examinedSince}
    where discussions.id = ${discussionId} and ${isLate(context, sql.val(userId))})`
}

/**
 * Marks late posts of these numbers as read by the actor: in the order in which they became public, up to the first
 * that is not among them.
 */
export async function readLatePosts(
  context: WriteContext,
  discussionId: number,
  numbers: readonly number[],
): Promise<void> {
  if (numbers.length === 0) return
  const { id: userId } = context.actor
  const late = await findLate(context, { ids: [discussionId], userId })
  const next = late.find(({ number }) => !numbers.includes(number))?.shown_at
  const read = late.findLast(({ shown_at }) => next === undefined || shown_at < next)
  if (read === undefined) return
  const late_read_at = read.shown_at
  await context.db
    .insertInto('discussion_user')
    .values({ discussion_id: discussionId, user_id: userId, late_read_at })
    .onConflict((conflict) => conflict.columns(['discussion_id', 'user_id']).doUpdateSet({ late_read_at }))
    .execute()
}

/** The actor's unread late posts among the last that became public in the forum, with their discussions. */
export function latePosts(context: Context) {
  const { db, actor } = context
  const { markedAllAsReadAt } = actor.account ?? {}
  const shown = db
    .selectFrom('posts')
    .select([
      'discussion_id',
      'number',
      'type',
      'user_id',
      'hidden_at',
      'is_private',
      'created_at',
      'shown_at',
    ])
    .where('shown_at', 'is not', null)
    .$if(markedAllAsReadAt != null, (query) => query.where('shown_at', '>', markedAllAsReadAt as string))
    .orderBy('shown_at', 'desc')
    .limit(sql.lit(examinedInForum))
  return db
    .selectFrom(shown.as('posts'))
    .innerJoin('discussions', 'discussions.id', 'posts.discussion_id')
    .leftJoin('discussion_user', (join) =>
      join
        .onRef('discussion_user.discussion_id', '=', 'discussions.id')
        .on('discussion_user.user_id', '=', actor.id),
    )
    .where('posts.shown_at', '>', readAt)
    .where(isLate(context, sql.val(actor.id)))
}
