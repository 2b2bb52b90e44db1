import { timestamp, type WriteContext } from '@parley/server'
import type { Thanks } from './contract/server.ts'

/** Stores a thank-you at the end of the transaction, unless one of the two accounts is deleted by then. */
export function give(context: WriteContext, thanks: Thanks): void {
  const { db } = context
  const { userId, giverId, reason } = thanks
  const created_at = timestamp(context)
  context.changeUsers([userId, giverId], async (living) => {
    if (!living.has(userId) || !living.has(giverId)) return
    await db.insertInto('thanks').values({ user_id: userId, giver_id: giverId, reason, created_at }).execute()
    await db
      .updateTable('users')
      .set((eb) => ({ kudos_count: eb('kudos_count', '+', 1) }))
      .where('id', '=', userId)
      .execute()
    context.count('kudos', created_at, 1)
    await context.emit('kudos.given', thanks)
  })
}
