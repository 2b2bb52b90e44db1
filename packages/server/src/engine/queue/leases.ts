import type { Expression } from 'kysely'
import { databaseNow } from '../../infrastructure/db/clock.ts'
import type { Database } from '../../infrastructure/db/database.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import { randomText } from '../../infrastructure/keys/random.ts'
import { nextTime } from '../../points/jobs/jobs.ts'
import type { JobRow } from './table.ts'

/** Duration of a lease. The process that runs a job renews the lease; if it dies, the lease ends. */
export const leaseSeconds = 60

const maximumErrorLength = 1000

/** A job that only this process may run until the lease ends. */
export type LeasedJob = JobRow & {
  lease: string
  /** By the clock of the database, like all times of jobs. */
  claimedAt: Date
}

/** Leases up to `limit` due jobs, in the order of `due_at`. No other process gets the same jobs. */
export async function claimJobs(database: Database, limit: number): Promise<LeasedJob[]> {
  const lease = randomText(20)
  const jobs = await database.transaction((db) =>
    db
      .with('due', (query) =>
        dueJobs(query, database.time(), limit).modifyEnd(database.dialect.forUpdateOfFree),
      )
      .updateTable('jobs')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), lease, due_at: database.time(leaseSeconds) }))
      .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
      .returningAll()
      .execute(),
  )
  return jobs.map((job) => {
    const claimedAt = new Date(Date.parse(job.due_at) - leaseSeconds * 1000)
    return { ...job, lease, claimedAt }
  })
}

/** Selects due jobs in the order of `due_at`. */
export function dueJobs(db: Pick<Queries, 'selectFrom'>, now: Expression<string>, limit: number) {
  return db
    .selectFrom('jobs')
    .select('id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
}

/**
 * Reads when the next job is due and the current time, both in milliseconds; undefined without jobs. The queue calls it
 * before `claimJobs`, so that an idle forum only reads.
 */
export async function nextDue(database: Database): Promise<{ due: number; now: number } | undefined> {
  const row = await firstDue(database).executeTakeFirst()
  return row && { due: Date.parse(row.due_at), now: Date.parse(row.now) }
}

/** The query of `nextDue`. */
export function firstDue({ read, time }: Pick<Database, 'read' | 'time'>) {
  return read
    .selectFrom('jobs')
    .select(['due_at', time().as('now')])
    .orderBy('due_at')
    .limit(1)
}

/** Renews the lease of a job. @returns false if another process has taken over the job. */
export async function renewLease(database: Database, job: LeasedJob): Promise<boolean> {
  const result = await database.transaction((db) =>
    db
      .updateTable('jobs')
      .set({ due_at: database.time(leaseSeconds) })
      .where('id', '=', job.id)
      .where('lease', '=', job.lease)
      .executeTakeFirst(),
  )
  return result.numUpdatedRows > 0n
}

/** Deletes a finished job. */
export async function removeJob(database: Database, job: LeasedJob): Promise<void> {
  await database.transaction((db) => deleteLeased(db, job))
}

/**
 * Releases a recurring job until the next time of a cron expression, and resets its attempts. `error` is that of the last
 * attempt, if it failed.
 */
export async function rescheduleRecurringJob(
  database: Database,
  job: LeasedJob,
  every: string,
  error: string | null = null,
): Promise<void> {
  const due_at = nextTime(every, await databaseNow(database)).toISOString()
  await database.transaction((db) =>
    releaseJob(db, job, { due_at, attempts: 0, last_error: shortened(error) }),
  )
}

function shortened(error: string | null): string | null {
  return error?.slice(0, maximumErrorLength) ?? null
}

/** Releases a job for another attempt in `seconds`. Deletes it if another job with its key waits already. */
export async function postponeJob(
  database: Database,
  job: LeasedJob,
  { seconds, error, attempts = job.attempts }: { seconds: number; error: string | null; attempts?: number },
): Promise<void> {
  const last_error = shortened(error)
  await database.transaction(async (db) => {
    try {
      const values = { due_at: database.time(seconds), attempts, last_error }
      await database.savepoint(db, () => releaseJob(db, job, values))
    } catch (error) {
      if (database.dialect.uniqueViolation(error) === undefined) throw error
      await deleteLeased(db, job)
    }
  })
}

/** Releases a job for `seconds`, without counting this attempt. */
export function postponeUncounted(database: Database, job: LeasedJob, seconds: number): Promise<void> {
  return postponeJob(database, job, { seconds, error: job.last_error, attempts: job.attempts - 1 })
}

/** Moves a job to the failed jobs, for administrators. */
export async function failJob(
  database: Database,
  job: LeasedJob,
  { error, description, recipient }: { error: string; description: string | null; recipient: string | null },
): Promise<void> {
  const { id, name, key, payload, attempts, created_at } = job
  await database.transaction(async (db) => {
    const deleted = await deleteLeased(db, job)
    if (!deleted) return
    await db
      .insertInto('failed_jobs')
      .values({
        ...{ id, name, key, payload, attempts, created_at, description, recipient },
        error: error.slice(0, maximumErrorLength),
        failed_at: database.time(),
      })
      .execute()
  })
}

async function releaseJob(
  db: Queries,
  { id, lease }: LeasedJob,
  values: { due_at: string | Expression<string>; attempts?: number; last_error?: string | null },
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ ...values, lease: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute()
}

async function deleteLeased(db: Queries, { id, lease }: LeasedJob): Promise<boolean> {
  const result = await db
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
