import { sql } from 'kysely'
import { databaseNow } from '../../infrastructure/db/clock.ts'
import type { Database } from '../../infrastructure/db/database.ts'
import { type AnyJob, nextTime } from '../../points/jobs/jobs.ts'

/**
 * Synchronizes the stored recurring jobs with the declared ones. If a job waits beyond its next time, because the clock
 * was set back, it is rescheduled.
 */
export async function scheduleRecurring(
  database: Database,
  declared: ReadonlyMap<string, AnyJob>,
): Promise<void> {
  const rows = await database.read
    .selectFrom('jobs')
    .select(['name', 'every', 'due_at', 'lease'])
    .where('every', 'is not', null)
    .execute()
  const stored = new Map(rows.map((row) => [row.name, row]))
  const now = await databaseNow(database)
  const dueOf = (every: string) => nextTime(every, now).toISOString()
  const recurring = [...declared].flatMap(([name, { every }]) =>
    every === undefined ? [] : [{ name, every }],
  )
  const changed = recurring.filter(({ name, every }) => {
    const row = stored.get(name)
    return row?.every !== every || (row.lease === null && row.due_at > dueOf(every))
  })
  const removed = [...stored.keys()].filter((name) => declared.get(name)?.every === undefined)
  if (changed.length === 0 && removed.length === 0) return
  await database.transaction(async (db) => {
    for (const { name, every } of changed) {
      const due_at = dueOf(every)
      await db
        .insertInto('jobs')
        .values({ name, every, due_at, created_at: now.toISOString() })
        .onConflict((conflict) =>
          conflict.column('name').where('every', 'is not', null).doUpdateSet({
            every,
            // While a job runs, `due_at` is the end of its lease.
            due_at: sql`case when jobs.lease is null then excluded.due_at else jobs.due_at end`,
          }),
        )
        .execute()
    }
    if (removed.length > 0)
      await db.deleteFrom('jobs').where('every', 'is not', null).where('name', 'in', removed).execute()
  })
}
