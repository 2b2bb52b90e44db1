import type { Generated, Selectable } from 'kysely'

/** Rows that are deleted for everybody and whose belongings are being removed. */
export interface DeletionTable {
  id: Generated<number>
  /** Resource type. */
  type: string
  row_id: number
  created_at: string
}

/** What is still to be settled of a deletion; a row goes when its step is done. */
export interface DeletionStepTable {
  deletion_id: number
  /** Steps are done one after the other. */
  place: number
  name: string
  /** How far the step has come. */
  after_1: Generated<number>
  after_2: Generated<number>
}

export type DeletionRow = Selectable<DeletionTable>

declare module '../../infrastructure/db/tables.ts' {
  interface Tables {
    deletions: DeletionTable
    deletion_steps: DeletionStepTable
  }
}

declare module '../../points/work/jobs.ts' {
  interface JobTypes {
    /** Removes what belongs to a deleted row, and then the row. */
    'deletions.sweep': { id: number }
    /** Asks again for deletions that were given up. */
    'deletions.resume': NoPayload
  }
}
