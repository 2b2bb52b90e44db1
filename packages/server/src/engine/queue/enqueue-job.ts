import { seal } from '../../infrastructure/keys/sealing.ts'
import type { WriteContext } from '../../points/context/context.ts'
import type { JobName, JobTypes } from '../../points/jobs/jobs.ts'
import './table.ts'

/** The purpose under which payloads are encrypted. */
export const payloadPurpose = 'job'

export interface JobOptions {
  /** At most one job with the same name and key waits: enqueuing another changes nothing. */
  key?: string
  /** Earliest start by the clock of the context; now by default. */
  at?: Date
}

/**
 * Enqueues a job in the transaction of `context`: the job is stored if and only if the transaction commits. The payload
 * is encrypted. @throws if no extension declares the job, or the payload does not fit its schema.
 */
export async function enqueueJob<Name extends JobName>(
  context: WriteContext,
  name: Name,
  payload: JobTypes[Name],
  { key, at }: JobOptions = {},
): Promise<void> {
  const { forum, db, now } = context
  const { time } = forum.database
  const job = forum.points.jobs.get(name)
  if (!job) throw new Error(`No job '${name}' is declared`)
  job.schema.parse(payload)
  await db
    .insertInto('jobs')
    .values({
      name,
      key: key ?? null,
      payload: seal(forum.secrets, payloadPurpose, JSON.stringify(payload)),
      // The clock of the database may differ, so only the time span is used.
      due_at: time(at && (at.getTime() - now.getTime()) / 1000),
      created_at: time(),
    })
    // The update locks the waiting job, so that it does not start before this transaction is visible.
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'key'])
        .where('lease', 'is', null)
        .doUpdateSet((eb) => ({ key: eb.ref('excluded.key') })),
    )
    .execute()
  context.afterCommit(() => forum.wakeJobs())
}
