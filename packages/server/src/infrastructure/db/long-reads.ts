import { availableParallelism } from 'node:os'
import type { QueueLimits } from '../limits/fair-queue.ts'

/** What reads may cost whose cost the request decides. */
export interface ReadLimits extends QueueLimits {
  /** SQLite: rows that a statement may examine on the main thread. */
  quickRows: number
  /** PostgreSQL: how long a statement may take before it is a long read, in milliseconds. */
  quickMs: number
}

/** The limits of a database unless it is told otherwise. One core stays free for everything else. */
export const defaultReadLimits: ReadLimits = {
  places: Math.max(1, availableParallelism() - 1),
  waiting: 100,
  waitMs: 30_000,
  runMs: 15_000,
  quickRows: 2000,
  quickMs: 200,
}
