import { z } from 'zod'
import { countersOf } from '../../points/counters/counters.ts'
import type { Job } from '../../points/jobs/jobs.ts'
import { recount } from './recount.ts'

declare module '../../points/jobs/jobs.ts' {
  interface JobTypes {
    /** Counts the counters of an extension again. */
    'counters.recount': { extension: string }
  }
}

const hour = 3600

/** Counts the counters of an extension again, which stood still while it was disabled. */
export const recountExtension: Job<{ extension: string }> = {
  schema: z.strictObject({ extension: z.string() }),
  timeout: hour,
  describe: ({ extension }) => extension,
  async run({ extension }, { forum }, { signal }) {
    await recount(forum.database, countersOf(forum, forum, extension), { repair: true, signal })
  },
}
