import { type Counter, columnCounter, type WriteContext } from '@parley/server'
import { sql } from 'kysely'
import type { FileRow } from '../tables.ts'

const ofUser = sql`select count(*) from fof_upload_files where fof_upload_files.actor_id = users.id`

/** How many files users have uploaded, and how many of them are not hidden. */
export const uploadCounter: Counter = columnCounter('users', 'upload_count', {
  upload_count: sql`(${ofUser})`,
  visible_upload_count: sql`(${ofUser} and fof_upload_files.hidden = false)`,
})

/** Adds files to the counts of their owner at the end of the transaction, or takes them away. */
export function countFiles(
  { db, changeUsers }: WriteContext,
  ownerId: FileRow['actor_id'],
  { all, shown }: { all: number; shown: number },
): void {
  if (ownerId === null) return
  changeUsers([ownerId], async () => {
    await db
      .updateTable('users')
      .set((eb) => ({
        upload_count: eb('upload_count', '+', all),
        visible_upload_count: eb('visible_upload_count', '+', shown),
      }))
      .where('id', '=', ownerId)
      .execute()
  })
}
