import { RequestValues } from '../../infrastructure/request-cache.ts'
import type { Context, WriteContext } from '../../points/context/context.ts'
import { timestamp } from '../../points/context/context.ts'

/** The actor's reading progress in one discussion. */
export interface ReadState {
  lastReadAt: string | null
  lastReadPostNumber: number
}

const states = new RequestValues<ReadState>()

/** The actor's read states by discussion id, cached per request; discussions that were never read are missing. */
export async function readStates(
  context: Context,
  discussions: readonly { id: number }[],
): Promise<ReadonlyMap<number, ReadState>> {
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
      return new Map(
        rows.map((row) => [
          row.discussion_id,
          { lastReadAt: row.last_read_at, lastReadPostNumber: row.last_read_post_number ?? 0 },
        ]),
      )
    },
  )
}

/** Raises a user's read state to `number`. Never lowers it, and is idempotent (api-core 4.19). */
export async function raiseReadState(
  context: WriteContext,
  discussionId: number,
  userId: number,
  number: number,
): Promise<void> {
  const read = { last_read_at: timestamp(context), last_read_post_number: number }
  await context.db
    .insertInto('discussion_user')
    .values({ discussion_id: discussionId, user_id: userId, ...read })
    .onConflict((conflict) =>
      conflict
        .columns(['discussion_id', 'user_id'])
        .doUpdateSet(read)
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
