import type { Queries } from '../../infrastructure/db/tables.ts'
import type { Job, NoPayload } from '../../points/work/jobs.ts'
import { noPayload } from '../../points/work/jobs.ts'

/**
 * A recurring job that deletes what is too old, in one transaction.
 * @example jobs: { 'visits.sweep': sweeping('20 * * * *', (db, now) => deleteOldVisits(db, now)) }
 */
export function cleanUpJob(
  every: string,
  deleteOld: (db: Queries, now: Date) => Promise<unknown>,
): Job<NoPayload> {
  return {
    schema: noPayload,
    every,
    run: async (_payload, { forum, now }) => {
      await forum.database.transaction((db) => deleteOld(db, now))
    },
  }
}
