import { type Context, timestamp, type WriteContext } from '@parley/server'
import { type CleanOptions, rest } from '../cleaning/clean.ts'
import { placeOf } from '../files/addresses.ts'

/** Objects that are settled at once. */
const batchSize = 100

/**
 * Notes objects of the bucket before they are written, or when their row is gone: if no row has them later, cleaning deletes
 * them. The bucket is not listed for that, since it may have files of others.
 */
export async function notePending(paths: readonly string[], context: WriteContext): Promise<void> {
  if (paths.length === 0) return
  const since = timestamp(context)
  await context.db
    .insertInto('upload_pending_objects')
    .values(paths.map((path) => ({ path, since })))
    .onConflict((conflict) => conflict.column('path').doUpdateSet({ since }))
    .execute()
}

/** Whether an object is noted, and not yet old enough for cleaning. */
export async function isPending(path: string, context: WriteContext): Promise<boolean> {
  const noted = await context.db
    .selectFrom('upload_pending_objects')
    .select('path')
    .where('path', '=', path)
    .where('since', '>=', new Date(+context.now - rest).toISOString())
    .executeTakeFirst()
  return noted !== undefined
}

/** Takes notes back: the objects have rows, or are gone. */
export async function settle(paths: readonly string[], { db }: Pick<WriteContext, 'db'>): Promise<void> {
  if (paths.length > 0) await db.deleteFrom('upload_pending_objects').where('path', 'in', paths).execute()
}

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
