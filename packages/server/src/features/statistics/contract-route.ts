import { z } from 'zod'
import { invalidParameter, permissionDenied } from '../../infrastructure/errors.ts'
import { wholeNumber } from '../../infrastructure/schema/values.ts'
import type { Context } from '../../points/context/context.ts'
import type { Route } from '../../points/requests/routes.ts'
import { secondsOf, shift, startOf } from '../../points/statistics/periods.ts'
import { readCounts, readTotals } from './read.ts'

/** The permission to read statistics; administrators may delegate it. */
export const viewStatistics = 'statistics.view'

const models = ['users', 'discussions', 'posts'] as const
type Model = (typeof models)[number]

const cachedMs = 300_000
/** The part of a range that is counted by the hour. */
const secondsByHour = 25 * 3600
/** As many days as an answer may have, the latest ones of a long range. */
const maximumDays = 366 * 24

/** Times that the database can store, in seconds since 1970: the years 1 to 9999. */
const time = wholeNumber({ min: -62_135_596_800, max: 253_402_300_799 })

const querySchema = z.object({
  period: z.unknown().optional(),
  // Only some periods need a model.
  model: z.enum(models).optional().catch(undefined),
  dateRange: z.unknown().optional(),
})

const rangeSchema = z.object({ start: time, end: time }).refine(({ start, end }) => end >= start)

/** Numbers by Unix timestamp; an empty list without any, as the contract has it. */
type Timed = Readonly<Record<number, number>> | readonly never[]

/** `GET /api/statistics` (api-core 3.13). */
export const contractRoute: Route = {
  method: 'GET',
  path: '/api/statistics',
  describes: {
    summary: 'Count members, discussions and comments, in all or by time',
    query: { period: z.string(), model: z.enum(models) },
    answers: {
      200: { json: z.union([z.record(z.string(), z.number()), z.array(z.never())]) },
      400: 'error',
      403: 'error',
    },
  },
  async run({ query }, context) {
    if (!context.actor.can(viewStatistics)) throw permissionDenied()
    const { period, model, dateRange } = readOrRefuse(querySchema, query)
    if (period === 'lifetime') return { status: 200, json: await cached(context, 'lifetime', lifetime) }
    if (model === undefined) throw invalidParameter()
    if (period !== 'custom') {
      const to = secondsOf(context.now)
      const range = { from: twoYearsBefore(to), to: to + 1 }
      return { status: 200, json: await cached(context, model, () => counts(context, model, range)) }
    }
    const { start, end } = readOrRefuse(rangeSchema, dateRange)
    return { status: 200, json: await counts(context, model, { from: 2 * start - end, to: end }) }
  },
}

async function lifetime({ forum: { database } }: Context): Promise<Record<Model, number>> {
  const totalOf = await readTotals(database, models)
  return { users: totalOf('users'), discussions: totalOf('discussions'), posts: totalOf('posts') }
}

/**
 * Counts by the day, and by the hour in the last 25 hours. Days and hours that lie in the range only in part count as a
 * whole.
 */
async function counts(
  { forum: { database }, now }: Context,
  model: Model,
  { from, to }: { from: number; to: number },
): Promise<Timed> {
  const firstHour = shift('hour', startOf('hour', secondsOf(now) - secondsByHour), 1)
  const lastDay = startOf('day', Math.min(to, secondsOf(now)))
  const firstDay = Math.max(startOf('day', from), shift('day', lastDay, -maximumDays))
  const read = async (unit: 'day' | 'hour', first: number, end: number) => {
    const found = await readCounts(database, { series: [model], unit, from: first, to: end })
    return found.get(model) ?? new Map<number, number>()
  }
  const days = await read('day', firstDay, to)
  // All hours, since those outside of the range are no part of their day either.
  const hours = await read('hour', firstHour, Number.MAX_SAFE_INTEGER)
  const result: Record<number, number> = {}
  for (const [start, count] of days) {
    const counted = [...hours].filter(([hour]) => startOf('day', hour) === start)
    const rest = count - counted.reduce((sum, [, ofHour]) => sum + ofHour, 0)
    if (rest !== 0) result[start] = rest
  }
  for (const [start, count] of hours) {
    // Midnight begins a day, too, but that day is counted by the hour.
    if (start < to && shift('hour', start, 1) > from) result[start] = count
  }
  return Object.keys(result).length === 0 ? [] : result
}

function twoYearsBefore(seconds: number): number {
  const date = new Date(seconds * 1000)
  date.setUTCFullYear(date.getUTCFullYear() - 2)
  return secondsOf(date)
}

/** Answers of each database, with the times in milliseconds when they were computed. */
const cache = new WeakMap<object, Map<string, { at: number; value: unknown }>>()

async function cached<T>(
  context: Context,
  key: string,
  compute: (context: Context) => Promise<T>,
): Promise<T> {
  const { forum, now } = context
  const answers = cache.get(forum.database) ?? new Map<string, { at: number; value: unknown }>()
  cache.set(forum.database, answers)
  const former = answers.get(key)
  const age = now.getTime() - (former?.at ?? 0)
  if (former && age >= 0 && age < cachedMs) return former.value as T
  const value = await compute(context)
  answers.set(key, { at: now.getTime(), value })
  return value
}

function readOrRefuse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { success, data } = schema.safeParse(value)
  if (!success) throw invalidParameter()
  return data
}
