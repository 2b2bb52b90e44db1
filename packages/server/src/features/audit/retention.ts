import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { WriteContext } from '../../points/context/context.ts'
import { type Job, type NoPayload, noPayload } from '../../points/jobs/jobs.ts'
import type { Purge, PurgeWork } from '../../points/resources/deletions.ts'

declare module '../../points/jobs/jobs.ts' {
  interface JobTypes {
    /** Deletes entries of the audit log that are older than the setting allows. */
    'audit.sweep': NoPayload
  }
}

/** Entries per transaction. */
const batchSize = 500
/** Transactions per run; the next night deletes the rest. */
const batchesPerRun = 2000

export const retentionJob: Job<NoPayload> = {
  schema: noPayload,
  every: '50 3 * * *',
  timeout: 600,
  async run(_payload, context, { signal }) {
    for (let batch = 0; batch < batchesPerRun; batch++) {
      signal.throwIfAborted()
      const startedAt = performance.now()
      if ((await context.forum.write(context, deleteBatch)) < batchSize) return
      // Pauses as long as the batch took, so that requests get at least half of the thread.
      await sleep(performance.now() - startedAt)
    }
  },
}

async function deleteBatch({ db, forum }: WriteContext): Promise<number> {
  const { settings, database } = forum
  const days = settings.get('audit_log_retention_days')
  const oldest = db
    .selectFrom('audit_entries')
    .select('id')
    .where('created_at', '<=', database.time(-days * 24 * 3600))
    .orderBy('created_at')
    .orderBy('id')
    .limit(batchSize)
  const { numDeletedRows } = await db
    .deleteFrom('audit_entries')
    .where('id', 'in', oldest)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Removes the name and IP addresses of deleted accounts from entries about what they did. */
export const redactActors: Purge = (context, work) => {
  const { idIn } = context.forum.database.dialect
  const entries = sql`select id from audit_entries
    where ${idIn(sql.ref<number>('actor_id'), work.ids)} and actor_name is not null`
  return redact(context, work, sql`actor_name = null, ip_address = null`, entries)
}

/** Removes the names and personal data of deleted accounts from entries about what was done to them. */
export const redactTargets: Purge = (context, work) => {
  const ids = work.ids.map(String)
  const entries = sql`select id from audit_entries
    where target_type = 'users' and target_id in (${sql.join(ids)}) and target_name is not null`
  return redact(context, work, sql`target_name = null, personal_changes = null`, entries)
}

async function redact(
  { db }: WriteContext,
  { limit }: PurgeWork,
  columns: ReturnType<typeof sql>,
  entries: ReturnType<typeof sql>,
): Promise<number> {
  const { numAffectedRows } = await sql`update audit_entries set ${columns}
    where id in (${entries} limit ${sql.lit(limit)})`.execute(db)
  return Number(numAffectedRows)
}
