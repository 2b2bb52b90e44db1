import { type Context, timestamp } from '@parley/server'
import { placeOf } from '../files/addresses.ts'
import { rest } from '../limits.ts'
import { settle } from '../s3/pending.ts'
import type { CleanOptions } from './clean.ts'

/** Objects that are settled at once. */
const batchSize = 100

/** Deletes objects that were noted an hour ago or earlier, and that no row has. */
export async function cleanBucket(
  context: Context,
  { isDryRun, onFound, signal }: CleanOptions = {},
): Promise<void> {
  const { read } = context.forum.database
  const before = new Date(+context.now - rest).toISOString()
  for (let after = ''; !signal?.aborted; ) {
    const noted = await read
      .selectFrom('upload_pending_objects')
      .select('path')
      .where('since', '<', before)
      .where('path', '>', after)
      .orderBy('path')
      .limit(batchSize)
      .execute()
    const paths = noted.map(({ path }) => path)
    if (paths.length === 0) return
    const rows = await read
      .selectFrom('fof_upload_files')
      .select('path')
      .where('path', 'in', paths)
      .where('upload_method', 'in', ['aws-s3', 'awss3'])
      .execute()
    const owned = new Set(rows.map(({ path }) => path))
    const kept = paths.filter((path) => owned.has(path))
    // Without the bucket, what it has stays noted.
    const orphans = paths.filter((path) => !owned.has(path) && placeOf('aws-s3', path, context))
    if (isDryRun) for (const path of orphans) onFound?.({ kind: 'orphan', path, size: 0 })
    else {
      const claimed = await claimOld(orphans, before, context)
      for (const path of claimed) {
        onFound?.({ kind: 'orphan', path, size: 0 })
        await placeOf('aws-s3', path, context)?.store.delete(path)
      }
      await context.forum.write(context, (writing) => settle([...kept, ...claimed], writing))
    }
    after = paths.at(-1) ?? after
  }
}

/** Notes old objects anew: no file is shown there while they are deleted. @returns those that are not noted by others meanwhile. */
async function claimOld(paths: readonly string[], before: string, context: Context): Promise<string[]> {
  if (paths.length === 0) return []
  const claimed = await context.forum.write(context, (writing) =>
    writing.db
      .updateTable('upload_pending_objects')
      .set({ since: timestamp(writing) })
      .where('path', 'in', paths)
      .where('since', '<', before)
      .returning('path')
      .execute(),
  )
  return claimed.map(({ path }) => path)
}
