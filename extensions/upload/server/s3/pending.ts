import { timestamp, type WriteContext } from '@parley/server'
import { rest } from '../limits.ts'

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
