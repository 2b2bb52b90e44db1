import { sql } from 'kysely'
import type { Dialect } from '../../infrastructure/db/database.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import { units as allUnits, secondsOf, startOf, type Unit } from '../../points/statistics/periods.ts'
import './table.ts'

/** A change of one count. */
export interface CountChange {
  series: string
  unit: Unit
  /** Beginning of the period, in seconds since 1970. */
  start: number
  change: number
}

/** Counts by the hour are kept for this time only: charts show yesterday and today by the hour. */
export const keptHours = 48

/** Hours that are not kept any more still have rows, until a job deletes them: nothing may read or repair these. */
export function firstKeptHour(now: number): number {
  return startOf('hour', now) - keptHours * 3600
}

/** Rows per period, on databases where writers wait for each other's rows. */
const shards = 16

/** Returns the changes of a row that is counted, or no longer counted, at a time: one for each of `units`. */
export function changesAt({
  series,
  at,
  change,
  now,
  units = allUnits,
}: {
  series: string
  at: string
  change: number
  now: Date
  units?: readonly Unit[]
}): CountChange[] {
  const seconds = secondsOf(at)
  return units.flatMap((unit) => {
    const start = startOf(unit, seconds)
    const isKept = unit !== 'hour' || start >= firstKeptHour(secondsOf(now))
    return isKept ? [{ series, unit, start, change }] : []
  })
}

/**
 * Adds changes to the stored counts in one statement, in the order of the key. Call it once in a transaction, after all
 * other locks (`infrastructure/db/lock-order.ts`).
 */
export async function storeChanges(
  db: Queries,
  dialect: Dialect,
  changes: readonly CountChange[],
): Promise<void> {
  const rows = sumsOf(changes)
  if (rows.length === 0) return
  const shard = dialect.locksRows ? Math.floor(Math.random() * shards) : 0
  await db
    .insertInto('statistics')
    .values(rows.map(({ change, ...key }) => ({ ...key, shard, count: change })))
    .onConflict((conflict) =>
      conflict
        .columns(['series', 'unit', 'start', 'shard'])
        .doUpdateSet({ count: sql<number>`statistics.count + excluded.count` }),
    )
    .execute()
}

/** Adds up the changes of each row, leaves out those that cancel each other, and sorts. */
function sumsOf(changes: readonly CountChange[]): CountChange[] {
  const byKey = Map.groupBy(changes, ({ series, unit, start }) => `${series} ${unit} ${start}`)
  return [...byKey.values()]
    .map(([first, ...others]) => {
      const change = others.reduce((sum, other) => sum + other.change, first?.change ?? 0)
      return { ...(first as CountChange), change }
    })
    .filter(({ change }) => change !== 0)
    .sort((a, b) => compare(a.series, b.series) || compare(a.unit, b.unit) || a.start - b.start)
}

/** The order of the characters' codes, as the database's collation "C". */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
