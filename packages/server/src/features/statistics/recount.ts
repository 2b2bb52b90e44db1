import { sql } from 'kysely'
import type { Dialect } from '../../infrastructure/db/database.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import { secondsOf, shift, startOf, timeOf, type Unit, units } from '../../points/statistics/periods.ts'
import type { Series } from '../../points/statistics/statistics.ts'
import { coreSeries } from './core-series.ts'
import { type CountChange, firstKeptHour, storeChanges } from './counts.ts'

/** A wrong count, as text for reports. */
export interface StatisticsDifference {
  /** `statistics.posts`. */
  counter: string
  /** The period: `day 2026-01-31`. */
  id: string
  stored: string
  counted: string
}

export interface StatisticsRecountOptions {
  now: Date
  /** Adds the differences to the stored counts. Without it nothing is changed. */
  repair?: (changes: readonly CountChange[]) => Promise<void>
  /** Called with each period before it is counted. */
  progress?: (period: string) => void
  /** Ends the count after the current period. */
  signal?: AbortSignal
}

/**
 * Counts the rows of all series again, period by period, and returns the differences. One statement reads what is counted
 * and what is stored, so that both are of the same moment, and a repair adds the difference: writers go on meanwhile.
 */
export async function recountStatistics(
  db: Queries,
  series: ReadonlyMap<string, Series>,
  { now, repair, progress, signal }: StatisticsRecountOptions,
): Promise<StatisticsDifference[]> {
  const found: StatisticsDifference[] = []
  for (const [name, declared] of series) {
    for (const unit of units) {
      for await (const start of periods(db, { name, declared, unit, now })) {
        if (signal?.aborted) return found
        const id = `${unit} ${timeOf(start).slice(0, unit === 'hour' ? 13 : 10)}`
        progress?.(`${name} ${id}`)
        const { stored, counted } = await compare(db, { name, declared, unit, start })
        if (stored === counted) continue
        found.push({ counter: `statistics.${name}`, id, stored: String(stored), counted: String(counted) })
        await repair?.([{ series: name, unit, start, change: counted - stored }])
      }
    }
  }
  return found
}

/** Counts the series of the core again and stores the result, in the transaction of `db`. */
export async function repairCoreStatistics(db: Queries, dialect: Dialect, now: Date): Promise<void> {
  const series = new Map<string, Series>(Object.entries(coreSeries))
  await recountStatistics(db, series, { now, repair: (changes) => storeChanges(db, dialect, changes) })
}

interface SeriesOfUnit {
  name: string
  declared: Series
  unit: Unit
}

/** Yields the periods that have rows or a stored count, as far as they can be counted again. */
async function* periods(
  db: Queries,
  { name, declared, unit, now }: SeriesOfUnit & { now: Date },
): AsyncGenerator<number> {
  const current = startOf(unit, secondsOf(now))
  if (declared.isActivity) {
    yield current
    return
  }
  let from = unit === 'hour' ? firstKeptHour(secondsOf(now)) : Number.NEGATIVE_INFINITY
  for (;;) {
    const next = await nextPeriod(db, { name, declared, unit }, from)
    if (next === undefined) return
    yield next
    from = shift(unit, next, 1)
  }
}

/** Returns the first period from `from` on that has rows or a stored count. */
async function nextPeriod(
  db: Queries,
  { name, declared: { rows }, unit }: SeriesOfUnit,
  from: number,
): Promise<number | undefined> {
  const isAll = from === Number.NEGATIVE_INFINITY
  const time = sql.ref<string>(`${rows.table}.${rows.time}`)
  const counted = await sql<{ time: string }>`select ${time} as time from ${sql.table(rows.table)}
    where ${isAll ? sql`${time} is not null` : sql`${time} >= ${timeOf(from)}`}
    order by ${time} limit 1`.execute(db)
  const stored = await db
    .selectFrom('statistics')
    .select('start')
    .where('series', '=', name)
    .where('unit', '=', unit)
    .$if(!isAll, (query) => query.where('start', '>=', from))
    .orderBy('start')
    .limit(1)
    .execute()
  const starts = [
    ...counted.rows.map((row) => startOf(unit, secondsOf(row.time))),
    ...stored.map(({ start }) => start),
  ]
  return starts.length === 0 ? undefined : Math.min(...starts)
}

/** Reads the stored count of a period, and counts its rows. */
async function compare(
  db: Queries,
  { name, declared: { rows }, unit, start }: SeriesOfUnit & { start: number },
): Promise<{ stored: number; counted: number }> {
  const time = sql.ref<string>(`${rows.table}.${rows.time}`)
  const { rows: compared } = await sql<{ stored: number | string; counted: number | string }>`select
    (select count(*) from ${sql.table(rows.table)} where ${time} >= ${timeOf(start)}
      and ${time} < ${timeOf(shift(unit, start, 1))} and ${rows.where ?? sql`1 = 1`}) as counted,
    (select coalesce(sum(count), 0) from statistics
      where series = ${name} and unit = ${unit} and start = ${start}) as stored`.execute(db)
  const [row] = compared
  return { stored: Number(row?.stored), counted: Number(row?.counted) }
}
