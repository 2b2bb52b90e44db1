import { availableParallelism } from 'node:os'
import type { QueueLimits } from '../limits/fair-queue.ts'

/** Limits of reads whose cost depends on the request. */
export interface ReadLimits extends QueueLimits {
  /** SQLite: how many rows a statement may examine on the main thread before it becomes a long read. */
  quickRows: number
  /** PostgreSQL: how long a statement may take before it becomes a long read, in milliseconds. */
  quickMs: number
}

/** The default limits. One core stays free for everything else. */
export const defaultReadLimits: ReadLimits = {
  places: Math.max(1, availableParallelism() - 1),
  waiting: 100,
  waitMs: 30_000,
  runMs: 15_000,
  quickRows: 2000,
  quickMs: 200,
}
