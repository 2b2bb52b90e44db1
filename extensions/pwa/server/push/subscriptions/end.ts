import type { WriteContext } from '@parley/server'
import '../tables.ts'

/** Deletes all subscriptions of a user. */
export async function endSubscriptions({ db }: WriteContext, userId: number): Promise<void> {
  for (const table of ['push_subscriptions', 'firebase_push_subscriptions'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute()
}
