import { seal } from '../../infrastructure/keys/sealing.ts'
import type { WriteContext } from '../../points/context/context.ts'
import type { JobName, JobTypes } from '../../points/work/jobs.ts'
import './table.ts'

/** What payloads are sealed for. */
export const payloadPurpose = 'job'

export interface JobOptions {
  /** Of the jobs with the same name and key only one waits: asking for another changes nothing. */
  key?: string
  /** Not before then, by the context's clock; at once unless said otherwise. */
  at?: Date
}

/**
 * Asks for work after the change that `context` belongs to: if that fails, there is no job; once it is durable, so is
 * the job. The payload is kept sealed. Throws when the job is not declared or does not take the payload.
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
      // The database's clock may be another one: what counts is how long it is until then.
      due_at: time(at && (at.getTime() - now.getTime()) / 1000),
      created_at: time(),
    })
    // Written to, so that nobody begins the one that waits before this change is there to be seen.
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'key'])
        .where('lease', 'is', null)
        .doUpdateSet((eb) => ({ key: eb.ref('excluded.key') })),
    )
    .execute()
  context.afterCommit(() => forum.wakeJobs())
}
