/** The lengths of time that statistics count by, in UTC. Weeks begin on Monday. */
export const units = ['hour', 'day', 'week', 'month'] as const

export type Unit = (typeof units)[number]

const hour = 3600
const day = 24 * hour
const week = 7 * day
/** The first Monday after 1970 began. */
const firstMonday = 4 * day

/** Returns the beginning of the period that contains a time. Times are in seconds since 1970. */
export function startOf(unit: Unit, seconds: number): number {
  if (unit === 'hour') return seconds - modulo(seconds, hour)
  if (unit === 'day') return seconds - modulo(seconds, day)
  if (unit === 'week') return seconds - modulo(seconds - firstMonday, week)
  const date = new Date(seconds * 1000)
  return beginOfMonth(date.getUTCFullYear(), date.getUTCMonth())
}

/** Returns the beginning of the period that is `steps` later, or earlier if negative. */
export function shift(unit: Unit, start: number, steps: number): number {
  if (unit === 'hour') return start + steps * hour
  if (unit === 'day') return start + steps * day
  if (unit === 'week') return start + steps * week
  const date = new Date(start * 1000)
  return beginOfMonth(date.getUTCFullYear(), date.getUTCMonth() + steps)
}

/** Returns the seconds since 1970 of a time, rounded down. */
export function secondsOf(time: Date | string): number {
  return Math.floor((typeof time === 'string' ? Date.parse(time) : time.getTime()) / 1000)
}

/** Returns the text of a time in seconds as the database stores it. */
export function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor
}

function beginOfMonth(year: number, month: number): number {
  // `Date.UTC` takes the years 0 to 99 for those of the 20th century.
  const date = new Date(0)
  date.setUTCFullYear(year, month, 1)
  return date.getTime() / 1000
}
