import type { Generated } from 'kysely'

/** Deleted rows whose children are not purged yet. */
export interface DeletionTable {
  id: Generated<number>
  /** Resource type. */
  type: string
  row_id: number
  created_at: string
}

/** Settling steps of a deletion that are not finished; a finished step is deleted. */
export interface DeletionStepTable {
  deletion_id: number
  /** Steps run in this order. */
  place: number
  name: string
  /** The cursor of the step. */
  after_1: Generated<number>
  after_2: Generated<number>
}

declare module '../../infrastructure/db/tables.ts' {
  interface Tables {
    deletions: DeletionTable
    deletion_steps: DeletionStepTable
  }
}

declare module '../../points/jobs/jobs.ts' {
  interface JobTypes {
    /** Purges the children of a deleted row, then the row. */
    'deletions.sweep': { id: number }
    /** Enqueues unfinished deletions again. */
    'deletions.resume': NoPayload
  }
}
