import type { BoundedCount } from '@parley/shared'
import { sql } from 'kysely'
import { boundCount } from '../../engine/jsonapi/lists/counts.ts'
import { prepareQuery } from '../../engine/jsonapi/prepared-queries.ts'
import { isVisible } from '../../engine/jsonapi/rows.ts'
import type { Context } from '../../points/context/context.ts'

/** The number of discussions with the newest posts in which unread posts are counted. */
const examinedDiscussions = 1000

interface UnreadRow {
  unread: number | string | null
  beyond: number | boolean
}

const countUnread = prepareQuery((context) => unreadQuery(context).$castTo<UnreadRow>())

/** Counts the posts that a member has not read, as rows of the list count them; undefined for guests. */
export async function countUnreadPosts(context: Context): Promise<BoundedCount | undefined> {
  if (context.actor.isGuest) return undefined
  const [row] = await countUnread(context, {})
  return boundCount(Number(row?.unread ?? 0), Boolean(row?.beyond))
}

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
  const unread = sql<number>`discussions.last_post_number - coalesce(discussion_user.last_read_post_number, 0)`
  return db
    .selectFrom(newest.selectAll('discussions').limit(sql.lit(examinedDiscussions)).as('discussions'))
    .leftJoin('discussion_user', (join) =>
      join
        .onRef('discussion_user.discussion_id', '=', 'discussions.id')
        .on('discussion_user.user_id', '=', actor.id),
    )
    .where(isVisible(context, 'discussions'))
    .where(unread, '>', 0)
    .select((eb) => [
      // Numbers of deleted posts are not reused, so there may be fewer posts than numbers.
      eb.fn
        .sum(sql<number>`case when ${unread} < comment_count then ${unread} else comment_count end`)
        .as('unread'),
      eb
        .exists(newest.select('discussions.id').limit(sql.lit(1)).offset(sql.lit(examinedDiscussions)))
        .as('beyond'),
    ])
}
