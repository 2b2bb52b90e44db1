import { type RawBuilder, sql } from 'kysely'
import type { Queries } from './tables.ts'

/**
 * Makes an SQL expression for the time that is `secondsFromNow` away, by the clock of the database. It has the type of
 * timestamp columns and is stable within one statement, so that comparisons with it can use an index.
 */
export type TimeExpression = (secondsFromNow?: number) => RawBuilder<string>

/** Returns the time by the clock of the database, which all its processes share. */
export async function databaseNow({ read, time }: { read: Queries; time: TimeExpression }): Promise<Date> {
  const { now } = await read.selectNoFrom(time().as('now')).executeTakeFirstOrThrow()
  return new Date(now)
}

/** Makes a `TimeExpression` that uses `clock` in place of the database's; `toTime` turns a value into an expression. */
export function timeBy(clock: () => Date, toTime: (iso: string) => RawBuilder<string>): TimeExpression {
  return (secondsFromNow = 0) => toTime(new Date(clock().getTime() + secondsFromNow * 1000).toISOString())
}

export const sqliteTime: TimeExpression = (secondsFromNow = 0) =>
  sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`${secondsFromNow.toFixed(3)} seconds`})`

export const postgresTime: TimeExpression = (secondsFromNow = 0) =>
  sql`(statement_timestamp() + make_interval(secs => ${secondsFromNow}))::timestamptz(3)`
