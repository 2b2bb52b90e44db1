import type { WriteContext } from '../../points/context/context.ts'

/** Changes an author's count of public comments or discussions at the end of the transaction; nothing without an author. */
export function changeCount(
  { db, changeUsers }: WriteContext,
  userId: number | null,
  counter: 'comment_count' | 'discussion_count',
  change: 1 | -1,
): void {
  if (userId === null) return
  changeUsers([userId], async () => {
    await db
      .updateTable('users')
      .set((eb) => ({ [counter]: eb(counter, '+', change) }))
      .where('id', '=', userId)
      .execute()
  })
}
