import type { WriteContext } from '../../../points/context/context.ts'

/** Marks the counts of users as stale: the next read sums them again. The caller has locked the users. */
export async function markCountsStale(
  { db, forum }: WriteContext,
  userIds: readonly number[],
): Promise<void> {
  await db
    .updateTable('users')
    .set({ notification_check: 0 })
    .where((eb) => forum.database.dialect.idIn(eb.ref('id'), userIds))
    .where('notification_check', 'is', null)
    .execute()
}
