import { sql } from 'kysely'
import { RequestValues } from '../../../infrastructure/request-cache.ts'
import type { Context, WriteContext } from '../../../points/context/context.ts'
import { timestamp } from '../../../points/context/context.ts'
import type { DiscussionUserRow } from '../table.ts'
import { hasLate } from './late-posts.ts'

const states = new RequestValues<DiscussionUserRow>()

/**
 * The actor's states of discussions by the id of the discussion: the rows of `discussion_user`, with the columns of
 * extensions. One query for all of them, cached for the request. Discussions without a state are missing.
 */
export async function ownStates(
  context: Context,
  discussions: readonly { id: number }[],
): Promise<ReadonlyMap<number, DiscussionUserRow>> {
  const { actor, db, forum } = context
  if (actor.isGuest) return new Map()
  return states.get(
    context,
    discussions.map(({ id }) => id),
    async (ids) => {
      const rows = await db
        .selectFrom('discussion_user')
        .selectAll()
        .where('user_id', '=', actor.id)
        .where((eb) => forum.database.dialect.idIn(eb.ref('discussion_id'), ids))
        .execute()
      return new Map(rows.map((row) => [row.discussion_id, row]))
    },
  )
}

/** Raises a user's read state to `number`. Never lowers it, and is idempotent (api-core 4.19). Late posts stay unread. */
export async function raiseReadState(
  context: WriteContext,
  discussionId: number,
  userId: number,
  number: number,
): Promise<void> {
  const read = { last_read_at: timestamp(context), last_read_post_number: number }
  const { actor, forum } = context
  // Without a time of its own, what became public after all was marked as read is late.
  const since = actor.account?.markedAllAsReadAt ?? '1970-01-01T00:00:00.000Z'
  const lateReadAt = sql<string | null>`case when ${hasLate(context, discussionId, userId)}
    then cast(${since} as ${forum.database.dialect.types.timestamp}) end`
  const keptReadAt = sql<string | null>`case when excluded.late_read_at is not null
    then coalesce(discussion_user.late_read_at, discussion_user.last_read_at, excluded.late_read_at) end`
  await context.db
    .insertInto('discussion_user')
    .values({ discussion_id: discussionId, user_id: userId, ...read, late_read_at: lateReadAt })
    .onConflict((conflict) =>
      conflict
        .columns(['discussion_id', 'user_id'])
        .doUpdateSet({ ...read, late_read_at: keptReadAt })
        .where((eb) =>
          eb.or([
            eb('discussion_user.last_read_post_number', 'is', null),
            eb('discussion_user.last_read_post_number', '<', number),
          ]),
        ),
    )
    .execute()
}

/** Lowers every user's read state to `number` after the posts with higher numbers were deleted. */
export async function lowerReadStates(
  context: WriteContext,
  discussionId: number,
  number: number,
): Promise<void> {
  await context.db
    .updateTable('discussion_user')
    .set({ last_read_post_number: number })
    .where('discussion_id', '=', discussionId)
    .where('last_read_post_number', '>', number)
    .execute()
}
