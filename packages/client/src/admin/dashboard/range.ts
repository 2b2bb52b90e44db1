/** The permission of administrators, whose dashboard shows the state of the server, too. */
export const administrate = 'administrate'

/** The current periods, and days of one's own. */
export const ranges = ['day', 'week', 'month', 'own'] as const

export type Range = (typeof ranges)[number]

/** The units of a range of one's own. */
export const units = ['day', 'week', 'month'] as const

export interface OwnRange {
  from: string
  to: string
  unit: string
}

/** Longest ranges by unit, in days: a report has at most 750 periods. */
const longestDays: Readonly<Record<string, number>> = { day: 749, week: 7 * 748, month: 28 * 748 }

/** Reads the range of an address; an invalid one is the current week. */
export function readRange(query: URLSearchParams): { range: Range; own: OwnRange | undefined } {
  const named = ranges.find((range) => range === query.get('period'))
  if (named !== undefined && named !== 'own') return { range: named, own: undefined }
  const own = { from: query.get('from') ?? '', to: query.get('to') ?? '', unit: query.get('unit') ?? '' }
  return isOwnRange(own) ? { range: 'own', own } : { range: 'week', own: undefined }
}

/** Whether the server has statistics of a range: two days in order, and not too many periods. */
export function isOwnRange({ from, to, unit }: OwnRange): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  return (
    [from, to].every((day) => /^\d{4}-\d\d-\d\d$/.test(day)) && days >= 0 && days <= (longestDays[unit] ?? -1)
  )
}

/** The API path of the statistics that an address shows. */
export function reportPath(query: URLSearchParams): string {
  return `/admin/statistics?${paramsOf(query)}`
}

/** The parameters of a report, for the API and for the file. */
export function paramsOf(query: URLSearchParams): string {
  const { range, own } = readRange(query)
  return new URLSearchParams(own ? { ...own } : { period: range }).toString()
}
