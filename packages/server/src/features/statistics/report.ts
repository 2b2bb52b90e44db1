import { z } from 'zod'
import type { Context } from '../../points/context/context.ts'
import { translatorOf } from '../../points/context/context.ts'
import { secondsOf, shift, startOf, timeOf, type Unit, units } from '../../points/statistics/periods.ts'
import { firstKeptHour } from './counts.ts'
import { type Period, readCounts, readPeriods, readTotals } from './read.ts'

/** The most periods that a report shows. */
const maximumPeriods = 750

/** A day of the calendar, in seconds. */
const day = z.iso.date().transform((date) => secondsOf(`${date}T00:00:00.000Z`))

const defaultDays = 28

/** The current periods that a report can show, with the units by which it counts them. */
const unitOfPeriod = { day: 'hour', week: 'day', month: 'day' } as const

/** The range of a report: a current period, or its first and last day, in UTC, and the unit by which it counts. */
export const reportFields = {
  period: z.enum(['day', 'week', 'month']).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  unit: z.enum(units).optional(),
}

export interface ReportRange {
  unit: Unit
  /** Beginning of the first period, in seconds since 1970. */
  from: number
  /** End of the last period. */
  to: number
}

/**
 * Reads a range from a query: a current period until now, or days. Without both it is that of the last 28 days.
 * @returns undefined for an invalid one.
 */
export function readRange(query: unknown, now: Date): ReportRange | undefined {
  const today = startOf('day', secondsOf(now))
  const { success, data } = z
    .object({ ...reportFields, from: day.optional(), to: day.optional() })
    .safeParse(query)
  if (!success) return undefined
  if (data.period) {
    const unit = unitOfPeriod[data.period]
    const seconds = secondsOf(now)
    return { unit, from: startOf(data.period, seconds), to: shift(unit, startOf(unit, seconds), 1) }
  }
  const { to: last = today, from: first = shift('day', last, 1 - defaultDays), unit = 'day' } = data
  if (first > last || (unit === 'hour' && first < startOf('day', firstKeptHour(secondsOf(now))))) {
    return undefined
  }
  const from = startOf(unit, first)
  const to = shift(unit, startOf(unit, shift('day', last, 1) - 1), 1)
  return shift(unit, from, maximumPeriods) < to ? undefined : { unit, from, to }
}

const comparison = z.object({ current: z.number(), previous: z.number() })

/** Statistics of a range, and of the current periods. */
export const reportSchema = z.object({
  unit: z.enum(units),
  /** The first and the last day of the range, which was widened to whole periods. */
  from: z.string(),
  to: z.string(),
  /** Beginnings of the periods, in seconds since 1970. */
  starts: z.array(z.number()),
  series: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      /** Whether it counts who was active: its periods cannot be added up. */
      isActivity: z.boolean(),
      /** By period, in the order of `starts`. */
      counts: z.array(z.number()),
      /** Sums over the range and over as many periods before it; null for activity. */
      total: z.number().nullable(),
      previousTotal: z.number().nullable(),
      /** All that exists; null for activity. */
      lifetime: z.number().nullable(),
      /** The current day, week and month, beside the one before. */
      day: comparison,
      week: comparison,
      month: comparison,
    }),
  ),
})

export type Report = z.output<typeof reportSchema>

/** Reads the statistics of all series. The number of rows depends on the number of periods only. */
export async function readReport(context: Context, { unit, from, to }: ReportRange): Promise<Report> {
  const { forum, now } = context
  const { database, points } = forum
  const translate = translatorOf(context)
  const names = [...points.statistics.keys()]
  const starts: number[] = []
  for (let start = from; start < to; start = shift(unit, start, 1)) starts.push(start)
  const before = shift(unit, from, -starts.length)
  const counts = await readCounts(database, { series: names, unit, from, to })
  const previous = await readCounts(database, { series: names, unit, from: before, to: from })
  const totalOf = await readTotals(database, names)
  const current = (unit: Unit): Period => ({ unit, start: startOf(unit, secondsOf(now)) })
  const last = ({ unit, start }: Period): Period => ({ unit, start: shift(unit, start, -1) })
  const periods = (['day', 'week', 'month'] as const).map(current)
  const countOf = await readPeriods(database, names, [...periods, ...periods.map(last)])
  const compare = (name: string, period: Period) => ({
    current: countOf(name, period),
    previous: countOf(name, last(period)),
  })
  const series = [...points.statistics].map(([name, { label, isActivity = false }]) => ({
    name,
    label: translate(label),
    isActivity,
    counts: starts.map((start) => counts.get(name)?.get(start) ?? 0),
    total: isActivity ? null : sum(counts.get(name)),
    previousTotal: isActivity ? null : sum(previous.get(name)),
    lifetime: isActivity ? null : totalOf(name),
    day: compare(name, current('day')),
    week: compare(name, current('week')),
    month: compare(name, current('month')),
  }))
  return { unit, from: dayOf(from), to: dayOf(to - 1), starts, series }
}

/** Writes a report as comma-separated values (RFC 4180), with the beginnings of the periods in UTC. */
export function formatCsv({ unit, starts, series }: Report, period: string): string {
  const head = [period, ...series.map(({ label }) => label)]
  const rows = starts.map((start, index) => [
    unit === 'hour' ? timeOf(start).replace(':00.000Z', 'Z') : dayOf(start),
    ...series.map(({ counts }) => String(counts[index] ?? 0)),
  ])
  return [head, ...rows].map((cells) => `${cells.map(quote).join(',')}\r\n`).join('')
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

function dayOf(seconds: number): string {
  return timeOf(seconds).slice(0, 10)
}

function sum(counts: ReadonlyMap<number, number> = new Map()): number {
  return [...counts.values()].reduce((total, count) => total + count, 0)
}
