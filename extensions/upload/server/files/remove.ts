import { type Context, lockRow, timestamp, type WriteContext } from '@parley/server'
import { refreshPosts } from '../posts/refresh.ts'
import { notePending } from '../s3/pending.ts'
import { planSmaller } from '../smaller/job.ts'
import { smallerOf, widthsOf } from '../smaller/paths.ts'
import type { FileRow } from '../tables.ts'
import { countFiles } from '../users/counts.ts'
import { keptAt, methodOf } from './addresses.ts'

/**
 * Marks a file as being deleted: from then on no request finds it, and after a crash cleaning ends the deletion. Without the mark a
 * crash could leave a row without its bytes.
 */
export async function beginRemoval(file: FileRow, context: WriteContext): Promise<void> {
  await context.db
    .updateTable('fof_upload_files')
    .set({ removing_at: timestamp(context) })
    .where('id', '=', file.id)
    .execute()
}

/** Deletes the bytes of a marked file, then its row. It may run twice. @throws as the file store does: nothing has changed then. */
export async function endRemoval(file: FileRow, context: Context): Promise<void> {
  await refreshPosts(file.id, context)
  const place = keptAt(file, context)
  if (!place && methodOf(file)) throw new Error('There is no bucket')
  if (place)
    for (const path of [...smallerOf(place.path, widthsOf(file)), place.path]) await place.store.delete(path)
  await context.forum.write(context, async (writing) => {
    await lockRow(writing, 'files', file.id)
    const { numDeletedRows } = await writing.db
      .deleteFrom('fof_upload_files')
      .where('id', '=', file.id)
      .where('removing_at', 'is not', null)
      .executeTakeFirst()
    if (numDeletedRows > 0) countFiles(writing, file.actor_id, { all: -1, shown: file.hidden ? 0 : -1 })
  })
}

/** Takes the mark back: the file is there again. Its smaller pictures may be gone, so they are made again. */
export async function cancelRemoval(file: FileRow, context: Context): Promise<void> {
  await context.forum.write(context, async (writing) => {
    const { numUpdatedRows } = await writing.db
      .updateTable('fof_upload_files')
      .set({ removing_at: null, widths: null })
      .where('id', '=', file.id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    // Until then the row does not know those that are left.
    if (methodOf(file) === 'aws-s3') await notePending(smallerOf(file.path ?? '', widthsOf(file)), writing)
    await planSmaller(file, writing)
  })
  await refreshPosts(file.id, context)
}
