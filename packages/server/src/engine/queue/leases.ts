import type { Expression } from 'kysely'
import { databaseNow } from '../../infrastructure/db/clock.ts'
import type { Database } from '../../infrastructure/db/database.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import { randomText } from '../../infrastructure/keys/random.ts'
import { nextTime } from '../../points/work/jobs.ts'
import type { JobRow } from './table.ts'

/** For how long a job is lent: whoever runs it renews the lease, and if they die it is given back by then. */
export const leaseSeconds = 60

const longestError = 1000

/** A job that this process alone may run until its lease ends. */
export type LeasedJob = JobRow & {
  lease: string
  /** By the clock of the database, as all times of jobs. */
  claimedAt: Date
}

/** Takes up to `limit` jobs that are due, the longest due first, and nobody else gets them. */
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

/** The jobs that are due, the longest due first. */
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
 * When the next job is due, and the time now, both in milliseconds; undefined where there are no jobs. Asked before
 * claiming, so that an idle forum only reads.
 */
export async function nextDue(database: Database): Promise<{ due: number; now: number } | undefined> {
  const row = await firstDue(database).executeTakeFirst()
  return row && { due: Date.parse(row.due_at), now: Date.parse(row.now) }
}

/** The query behind `nextDue`. */
export function firstDue({ read, time }: Pick<Database, 'read' | 'time'>) {
  return read
    .selectFrom('jobs')
    .select(['due_at', time().as('now')])
    .orderBy('due_at')
    .limit(1)
}

/** Whether the job is still ours; then it is for another while. */
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

/** The job is done. */
export async function removeJob(database: Database, job: LeasedJob): Promise<void> {
  await database.transaction((db) => deleteLeased(db, job))
}

/** Lets a recurring job wait for the next time of a cron expression, with all its attempts before it. */
export async function rescheduleRecurringJob(
  database: Database,
  job: LeasedJob,
  every: string,
): Promise<void> {
  const next = nextTime(every, await databaseNow(database))
  await database.transaction((db) => putBack(db, job, { due_at: next.toISOString(), attempts: 0 }))
}

/** Lets a job be tried again in so many seconds; it is dropped where another one with its key waits already. */
export async function postponeJob(
  database: Database,
  job: LeasedJob,
  seconds: number,
  attempts = job.attempts,
): Promise<void> {
  await database.transaction(async (db) => {
    try {
      await database.savepoint(db, () => putBack(db, job, { due_at: database.time(seconds), attempts }))
    } catch (error) {
      if (database.dialect.uniqueViolation(error) === undefined) throw error
      await deleteLeased(db, job)
    }
  })
}

/** Lets a job wait so many seconds, as if it had not been begun. */
export function postponeUnread(database: Database, job: LeasedJob, seconds: number): Promise<void> {
  return postponeJob(database, job, seconds, job.attempts - 1)
}

/** Gives a job up and keeps it for administrators. */
export async function failJob(
  database: Database,
  job: LeasedJob,
  { error, description }: { error: string; description: string | null },
): Promise<void> {
  const { id, name, key, payload, attempts, created_at } = job
  await database.transaction(async (db) => {
    const deleted = await deleteLeased(db, job)
    if (!deleted) return
    await db
      .insertInto('failed_jobs')
      .values({
        ...{ id, name, key, payload, attempts, created_at, description },
        error: error.slice(0, longestError),
        failed_at: database.time(),
      })
      .execute()
  })
}

async function putBack(
  db: Queries,
  { id, lease }: LeasedJob,
  values: { due_at: string | Expression<string>; attempts?: number },
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
