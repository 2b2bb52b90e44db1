import { enqueueJob } from '../../../engine/queue/enqueue-job.ts'
import type { Context, WriteContext } from '../../../points/context/context.ts'
import { timestamp } from '../../../points/context/context.ts'
import '../table.ts'

declare module '../../../points/jobs/jobs.ts' {
  interface JobTypes {
    /** Ends purges whose process has died. */
    'extensions.resume-purges': NoPayload
  }
}

/** By then a purge has ended, or its process has died. */
const resumeAfterMs = 10 * 60_000

/** A purge that has begun and not ended. */
export interface MarkedPurge {
  extension: string
  needsBackup: boolean
}

/** The purge is not marked any more: another process has ended it, and the extension may be enabled again. */
export class PurgeEnded extends Error {}

/**
 * Marks the purge of an extension as begun. From then on a crash does not end it. `record` runs in the same transaction,
 * for a purge that has not begun yet.
 */
export function markPurge(
  context: Context,
  { extension, needsBackup }: MarkedPurge,
  record: (db: WriteContext['db']) => Promise<void>,
): Promise<void> {
  return context.forum.write(context, async (writing) => {
    const { numInsertedOrUpdatedRows: begun = 0n } = await writing.db
      .insertInto('extension_purges')
      .values({ extension, started_at: timestamp(writing), needs_backup: needsBackup })
      .onConflict((existing) => existing.doNothing())
      .executeTakeFirstOrThrow()
    if (begun > 0n) await record(writing.db)
    const at = new Date(writing.now.getTime() + resumeAfterMs)
    await enqueueJob(writing, 'extensions.resume-purges', {}, { key: extension, at })
  })
}

/** Returns the purges that have begun and not ended. */
export async function markedPurges({ db }: Pick<Context, 'db'>): Promise<MarkedPurge[]> {
  const rows = await db
    .selectFrom('extension_purges')
    .select(['extension', 'needs_backup'])
    .orderBy('extension')
    .execute()
  return rows.map(({ extension, needs_backup }) => ({ extension, needsBackup: needs_backup }))
}

/** Remembers that the backup is written: nothing keeps the purge from deleting. */
export async function markBackedUp({ forum }: Context, extension: string): Promise<void> {
  await forum.database.transaction((db) =>
    db
      .updateTable('extension_purges')
      .set({ needs_backup: false })
      .where('extension', '=', extension)
      .execute(),
  )
}

/** Throws `PurgeEnded` unless the purge is marked. Every step asks this in its transaction. */
export async function requirePurge(
  { db, forum }: Pick<WriteContext, 'db' | 'forum'>,
  extension: string,
): Promise<void> {
  const mark = await db
    .selectFrom('extension_purges')
    .select('extension')
    .where('extension', '=', extension)
    .modifyEnd(forum.database.dialect.forUpdate)
    .executeTakeFirst()
  if (!mark) throw new PurgeEnded()
}

/** Ends a purge. */
export async function unmarkPurge({ db }: Pick<WriteContext, 'db'>, extension: string): Promise<void> {
  await db.deleteFrom('extension_purges').where('extension', '=', extension).execute()
}
