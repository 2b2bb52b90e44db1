import type { Queries } from '../../infrastructure/db/tables.ts'
import type { Job, NoPayload } from '../../points/jobs/jobs.ts'
import { noPayload } from '../../points/jobs/jobs.ts'

/**
 * Makes a recurring job that deletes old rows in one transaction.
 * @example jobs: { 'visits.sweep': cleanUpJob('20 * * * *', (db, now) => deleteOldVisits(db, now)) }
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
