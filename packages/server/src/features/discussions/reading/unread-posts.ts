import { type BoundedCount, wireDate } from '@parley/shared'
import { sql } from 'kysely'
import { boundCount } from '../../../engine/jsonapi/lists/counts.ts'
import { type Bound, prepareQuery } from '../../../engine/jsonapi/prepared-queries.ts'
import { isVisible } from '../../../engine/jsonapi/rows.ts'
import type { Context } from '../../../points/context/context.ts'
import type { DiscussionRow } from '../table.ts'
import { findLate, latePosts } from './late-posts.ts'
import { ownStates } from './read-state.ts'

/** The number of discussions with the newest posts in which unread posts are counted. */
const examinedDiscussions = 1000

/** Up to how many hidden and private posts of a discussion, and how many event posts, are taken off its unread ones. */
const examinedPosts = 100

interface UnreadRow {
  unread: number | string | null
  late: number | string | null
  beyond: number | boolean
}

const countUnread = prepareQuery((context) => unreadQuery(context).$castTo<UnreadRow>())

/** Counts the posts that a member has not read, as rows of the list count them; undefined for guests. */
export async function countUnreadPosts(context: Context): Promise<BoundedCount | undefined> {
  if (context.actor.isGuest) return undefined
  const [row] = await countUnread(context, {})
  return boundCount(Number(row?.unread ?? 0) + Number(row?.late ?? 0), Boolean(row?.beyond))
}

/** How many unread comments each of these discussions has, by its id. Only where the actor has a read state. */
export async function countUnreadComments(
  discussions: readonly DiscussionRow[],
  context: Context,
): Promise<Map<number, number>> {
  const states = await ownStates(context, discussions)
  const counts = new Map([...states.keys()].map((id) => [id, 0]))
  const isRead = ({ id, last_post_number }: DiscussionRow) =>
    (states.get(id)?.last_read_post_number ?? 0) >= (last_post_number ?? 0)
  const ids = discussions.filter((row) => counts.has(row.id) && !isRead(row)).map(({ id }) => id)
  if (ids.length === 0) return counts
  for (const { id, unread } of await countInEach(context, { ids })) counts.set(id, Number(unread))
  return counts
}

/** A late post that the actor has not read, as it is sent. */
interface LatePost {
  number: number
  shownAt: string
}

/**
 * The late posts of discussions that the actor has not read, by the id of the discussion, as they became public. Discussions
 * in which the actor has no read state are missing, unless the actor has marked all as read.
 */
export async function loadLateUnread(
  discussions: readonly DiscussionRow[],
  context: Context,
): Promise<Map<number, LatePost[]>> {
  const states = await ownStates(context, discussions)
  const isMarked = context.actor.account?.markedAllAsReadAt != null
  // An only post is not passed.
  const mayHaveLate = ({ id, post_number_index }: DiscussionRow) =>
    isMarked || (states.has(id) && post_number_index > 1)
  const ids = discussions.filter(mayHaveLate).map(({ id }) => id)
  // None is an answer, too: clients may know some that are hidden by now.
  const late = new Map<number, LatePost[]>([...states.keys(), ...ids].map((id) => [id, []]))
  if (ids.length === 0) return late
  for (const { id, number, shown_at } of await findLate(context, { ids, userId: context.actor.id }))
    late.set(id, [...(late.get(id) ?? []), { number, shownAt: wireDate(shown_at) }])
  return late
}

const countInEach = prepareQuery((context, { ids }: Bound<{ ids: readonly number[] }>) =>
  context.db
    .selectFrom('discussions')
    .innerJoin('discussion_user', 'discussion_user.discussion_id', 'discussions.id')
    .where('discussion_user.user_id', '=', context.actor.id)
    .where((eb) => context.forum.database.dialect.idIn(eb.ref('discussions.id'), ids))
    .select(['discussions.id', unreadComments.as('unread')]),
)

const read = sql<number>`coalesce(discussion_user.last_read_post_number, 0)`
const newNumbers = sql<number>`discussions.last_post_number - ${read}`
const newPosts = sql`posts where posts.discussion_id = discussions.id
  and posts.number > ${read} and posts.number < discussions.last_post_number`
const isExceptional = sql`(posts.hidden_at is not null or posts.is_private = true)`

/** The number of posts after the last read one that readers do not see as comments. Reads them from their indexes. */
const noComments = sql<number>`(select count(*) from (
    select 1 from ${newPosts} and ${isExceptional} limit ${sql.lit(examinedPosts)}) as exceptional)
  + (select count(*) from (
    select 1 from ${newPosts} and posts.type <> 'comment' and not ${isExceptional}
    limit ${sql.lit(examinedPosts)}) as events)`

/** Unread comments of a discussion. Numbers of deleted posts are not reused: there may be fewer comments than numbers. */
const unreadComments = sql<number>`case
  when discussions.last_post_number = discussions.comment_count then ${newNumbers}
  when ${read} = 0 then discussions.comment_count
  when ${newNumbers} - ${noComments} < discussions.comment_count then ${newNumbers} - ${noComments}
  else discussions.comment_count - 1 end`

function unreadQuery(context: Context) {
  const { db, actor } = context
  const { markedAllAsReadAt } = actor.account ?? {}
  const newest = db
    .selectFrom('discussions')
    .$if(markedAllAsReadAt != null, (query) =>
      query.where('discussions.last_posted_at', '>', markedAllAsReadAt as string),
    )
    .orderBy('last_posted_at', 'desc')
    .orderBy('id', 'desc')
  return db
    .selectFrom(newest.selectAll('discussions').limit(sql.lit(examinedDiscussions)).as('discussions'))
    .leftJoin('discussion_user', (join) =>
      join
        .onRef('discussion_user.discussion_id', '=', 'discussions.id')
        .on('discussion_user.user_id', '=', actor.id),
    )
    .where(isVisible(context, 'discussions'))
    .where(newNumbers, '>', 0)
    .select((eb) => [
      eb.fn.sum(unreadComments).as('unread'),
      latePosts(context)
        .where(isVisible(context, 'discussions'))
        .select((late) => late.fn.countAll().as('count'))
        .as('late'),
      eb
        .exists(newest.select('discussions.id').limit(sql.lit(1)).offset(sql.lit(examinedDiscussions)))
        .as('beyond'),
    ])
}
