import { sql } from 'kysely'
import type { Database } from '../../infrastructure/db/database.ts'
import type { Unit } from '../../points/statistics/periods.ts'
import './table.ts'

/** The most rows that one read returns. */
const maximumRows = 10_000

/** The counts of one series, by the beginnings of its periods. Empty periods are missing. */
export type Counts = ReadonlyMap<number, number>

/** Reads the counts of series in the periods that begin from `from` until before `to`, in ascending order. */
export async function readCounts(
  { read, dialect }: Pick<Database, 'read' | 'dialect'>,
  { series, unit, from, to }: { series: readonly string[]; unit: Unit; from: number; to: number },
): Promise<ReadonlyMap<string, Counts>> {
  const rows = await read
    .selectFrom('statistics')
    .select(['series', 'start', sumOf(dialect)])
    .where('series', 'in', series)
    .where('unit', '=', unit)
    .where('start', '>=', from)
    .where('start', '<', to)
    .groupBy(['series', 'start'])
    .orderBy('series')
    .orderBy('start')
    .limit(maximumRows)
    .execute()
  return new Map(
    series.map((name) => {
      const own = rows.filter((row) => row.series === name && row.count !== 0)
      return [name, new Map(own.map(({ start, count }) => [start, count]))]
    }),
  )
}

/** A period of one unit. */
export interface Period {
  unit: Unit
  start: number
}

/** Reads the counts of series in a few periods of any unit. */
export async function readPeriods(
  { read, dialect }: Pick<Database, 'read' | 'dialect'>,
  series: readonly string[],
  periods: readonly Period[],
): Promise<(series: string, period: Period) => number> {
  const rows = await read
    .selectFrom('statistics')
    .select(['series', 'unit', 'start', sumOf(dialect)])
    .where('series', 'in', series)
    .where((eb) => eb.or(periods.map(({ unit, start }) => eb.and({ unit, start }))))
    .groupBy(['series', 'unit', 'start'])
    .execute()
  const keyOf = (name: string, { unit, start }: Period) => `${name} ${unit} ${start}`
  const counts = new Map(rows.map((row) => [keyOf(row.series, row), row.count]))
  return (name, period) => counts.get(keyOf(name, period)) ?? 0
}

/** Reads how much each series counts in all: the sum of its months. */
export async function readTotals(
  { read, dialect }: Pick<Database, 'read' | 'dialect'>,
  series: readonly string[],
): Promise<(series: string) => number> {
  const rows = await read
    .selectFrom('statistics')
    .select(['series', sumOf(dialect)])
    .where('series', 'in', series)
    .where('unit', '=', 'month')
    .groupBy('series')
    .execute()
  const totals = new Map(rows.map(({ series, count }) => [series, count]))
  return (name) => totals.get(name) ?? 0
}

// PostgreSQL makes a `numeric` of the sum.
function sumOf({ types }: Database['dialect']) {
  return sql<number>`cast(sum(count) as ${types.integer})`.as('count')
}
