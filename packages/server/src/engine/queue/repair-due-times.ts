import { databaseNow } from '../../infrastructure/db/clock.ts'
import type { Database } from '../../infrastructure/db/database.ts'
import { leaseSeconds } from './leases.ts'

const batchSize = 500

/**
 * Repairs due times after the clock of the database was set back: no lease ends later, and no job that does not recur
 * waits longer, than if it were created now. The repair is idempotent and safe to run concurrently.
 */
export async function repairDueTimes(database: Database): Promise<void> {
  const { time } = database
  await database.transaction((db) =>
    db
      .updateTable('jobs')
      .set({ due_at: time(leaseSeconds) })
      .where('lease', 'is not', null)
      .where('due_at', '>', time(leaseSeconds))
      .execute(),
  )
  const now = (await databaseNow(database)).toISOString()
  while ((await shortenBatch(database, now)) === batchSize);
}

/** Shortens the waits of a batch of jobs whose creation is in the future. @returns their number. */
async function shortenBatch(database: Database, now: string): Promise<number> {
  const jobs = await database.read
    .selectFrom('jobs')
    .select(['id', 'due_at', 'created_at'])
    .where('due_at', '>', now)
    .where('created_at', '>', now)
    .where('lease', 'is', null)
    .where('every', 'is', null)
    .orderBy('due_at')
    .limit(batchSize)
    .execute()
  if (jobs.length === 0) return 0
  await database.transaction(async (db) => {
    for (const { id, due_at, created_at } of jobs) {
      const wait = Math.max(0, Date.parse(due_at) - Date.parse(created_at))
      await db
        .updateTable('jobs')
        .set({ due_at: new Date(Date.parse(now) + wait).toISOString(), created_at: now })
        .where('id', '=', id)
        .where('created_at', '=', created_at)
        .where('lease', 'is', null)
        .execute()
    }
  })
  return jobs.length
}
