/** The answer of `GET /api/admin/statistics`. */
export interface Report {
  unit: 'hour' | 'day' | 'week' | 'month'
  /** Beginnings of the periods, in seconds since 1970. */
  starts: readonly number[]
  series: readonly Series[]
}

export interface Series {
  name: string
  label: string
  /** Whether it counts who was active: its periods cannot be added up. */
  isActivity: boolean
  /** By period, in the order of `starts`. */
  counts: readonly number[]
  total: number | null
  previousTotal: number | null
  lifetime: number | null
  day: Comparison
  week: Comparison
  month: Comparison
}

/** A period beside the one before. */
export interface Comparison {
  current: number
  previous: number
}

/** The answer of `GET /api/admin/dashboard`. */
export interface Dashboard {
  problems: readonly { name: string; state: 'warn' | 'fail'; text: string; advice: string }[]
  versions: { parley: string; node: string; database: string }
  /** In bytes. */
  storage: { database: number; free: number; total: number }
  queue: Readonly<Record<'running' | 'waiting' | 'failed', readonly { name: string; count: number }[]>> & {
    limit: number
  }
}
