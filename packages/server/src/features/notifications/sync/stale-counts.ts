import type { WriteContext } from '../../../points/context/context.ts'

/** Has the counts of users added up when they are next asked for. The caller has locked the users. */
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
