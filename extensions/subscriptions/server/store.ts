import type { WriteContext } from '@parley/server'
import type { Subscription } from '../shared.ts'
import './table.ts'

interface State {
  discussionId: number
  userId: number
}

/** Stores what a user wants to know of a discussion; null for nothing in particular. The caller has locked the discussion. */
export async function storeSubscription(
  { db }: WriteContext,
  { discussionId, userId }: State,
  subscription: Subscription | null,
): Promise<void> {
  if (subscription === null) {
    await db
      .updateTable('discussion_user')
      .set({ subscription })
      .where('discussion_id', '=', discussionId)
      .where('user_id', '=', userId)
      .execute()
    return
  }
  await db
    .insertInto('discussion_user')
    .values({ discussion_id: discussionId, user_id: userId, subscription })
    .onConflict((conflict) => conflict.columns(['discussion_id', 'user_id']).doUpdateSet({ subscription }))
    .execute()
}

/** Ends following. Muted discussions stay muted. The caller has locked the discussion. */
export async function unfollow({ db }: WriteContext, { discussionId, userId }: State): Promise<void> {
  await db
    .updateTable('discussion_user')
    .set({ subscription: null })
    .where('discussion_id', '=', discussionId)
    .where('user_id', '=', userId)
    .where('subscription', '=', 'follow')
    .execute()
}
