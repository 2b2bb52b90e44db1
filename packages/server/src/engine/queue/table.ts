import type { Generated, Selectable } from 'kysely'

/** Work that waits or runs. */
export interface JobTable {
  id: Generated<number>
  name: string
  /** Of the jobs with the same name and key only one waits. */
  key: string | null
  /** Sealed JSON; null for `{}`. */
  payload: string | null
  /** Begun so far. */
  attempts: Generated<number>
  /** When it may be begun; while it runs, when whoever runs it must be done. */
  due_at: string
  /** Of whoever runs it; null while it waits. */
  lease: string | null
  /** Cron expression of a recurring job. */
  every: string | null
  created_at: string
}

/** Work that was given up. */
export interface FailedJobTable {
  /** The job's. */
  id: number
  name: string
  key: string | null
  payload: string | null
  attempts: number
  /** What the last attempt ended with. */
  error: string
  /** What the job says about itself. */
  description: string | null
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
    'failed-jobs': FailedJobRow
  }
}
