import { type RawBuilder, sql } from 'kysely'
import type { Queries } from './tables.ts'

/**
 * An expression for the time so many seconds from now, by the clock of the database: for columns of times, and stable
 * within one statement, so that an index serves comparisons with it.
 */
export type TimeExpression = (secondsFromNow?: number) => RawBuilder<string>

/** The time by the clock of the database, which all processes share that use it. */
export async function databaseNow({ read, time }: { read: Queries; time: TimeExpression }): Promise<Date> {
  const { now } = await read.selectNoFrom(time().as('now')).executeTakeFirstOrThrow()
  return new Date(now)
}

/** As `TimeExpression`, by another clock that stands in for that of the database; `toTime` makes the value an expression. */
export function timeBy(clock: () => Date, toTime: (iso: string) => RawBuilder<string>): TimeExpression {
  return (secondsFromNow = 0) => toTime(new Date(clock().getTime() + secondsFromNow * 1000).toISOString())
}

export const sqliteTime: TimeExpression = (secondsFromNow = 0) =>
  sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`${secondsFromNow.toFixed(3)} seconds`})`

export const postgresTime: TimeExpression = (secondsFromNow = 0) =>
  sql`(statement_timestamp() + make_interval(secs => ${secondsFromNow}))::timestamptz(3)`
