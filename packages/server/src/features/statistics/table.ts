import type { Unit } from '../../points/statistics/periods.ts'

/** Counts of a series in one period. Writers choose among the shards, so that they do not wait for each other's row. */
export interface StatisticsTable {
  series: string
  unit: Unit
  /** Beginning of the period, in seconds since 1970. */
  start: number
  shard: number
  /** A shard may be negative; the sum over all shards counts. */
  count: number
}

declare module '../../infrastructure/db/tables.ts' {
  interface Tables {
    statistics: StatisticsTable
  }
}
