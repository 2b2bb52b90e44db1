import type { Generated, Selectable } from 'kysely'

/** Jobs that wait or run. */
export interface JobTable {
  id: Generated<number>
  name: string
  /** At most one job with the same name and key waits. */
  key: string | null
  /** Encrypted JSON; null for `{}`. */
  payload: string | null
  /** Attempts started so far. */
  attempts: Generated<number>
  /** Earliest start; while the job runs, the end of its lease. */
  due_at: string
  /** Random text of the claim under which the job runs; null while it waits. */
  lease: string | null
  /** Cron expression of a recurring job. */
  every: string | null
  /** Message of the last attempt's error; null before an attempt failed. */
  last_error: string | null
  created_at: string
}

/** Permanently failed jobs. */
export interface FailedJobTable {
  /** The id of the job. */
  id: number
  name: string
  key: string | null
  payload: string | null
  attempts: number
  /** Message of the last attempt's error. */
  error: string
  /** The result of `describe` of the job. */
  description: string | null
  /** The result of `recipient` of the job. */
  recipient: string | null
  created_at: string
  failed_at: string
}

export type JobRow = Selectable<JobTable>
export type FailedJobRow = Selectable<FailedJobTable>

declare module '../../infrastructure/db/tables.ts' {
  interface Tables {
    jobs: JobTable
    failed_jobs: FailedJobTable
  }
}

declare module '../../points/resources/resource-rows.ts' {
  interface ResourceRows {
    jobs: JobRow
    'failed-jobs': FailedJobRow
  }
}
