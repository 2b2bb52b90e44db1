import type { RawBuilder } from 'kysely'
import type { Tables } from '../../infrastructure/db/tables.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/**
 * A series that statistics count by hour, day, week and month. Transactions that store or delete a counted row call
 * `WriteContext.count`.
 * @example
 *   statistics: { reports: { label: 'my-reports.admin.reports', rows: { table: 'reports', time: 'created_at' } } },
 *   on: { 'report.created': ({ report }, context) => context.count('reports', report.created_at, 1) }
 */
export interface Series {
  /** Locale key of its name. */
  label: string
  /** The rows that it counts, each at one time. `parley recount` counts them again. */
  rows: CountedRows
  /**
   * Whether the time of a row moves on, as that of a last visit: the row counts once in each period that its time was in.
   * Periods cannot be added up then, and only the current ones can be counted again.
   */
  isActivity?: true
}

export interface CountedRows {
  table: keyof Tables & string
  /** A column with an index that begins with it. */
  time: string
  /** A condition on the rows. */
  where?: RawBuilder<unknown>
}

/** Checks and combines the series of all extensions. */
export function combineStatistics(
  declared: readonly Declared<Readonly<Record<string, Series>> | undefined>[],
): Map<string, Owned<Series>> {
  return mergeRecords('statistics', declared, ({ label }, name) => {
    if (!/^[a-z][A-Za-z0-9-]*$/.test(name)) return 'has a name of other characters than letters, digits and -'
    return label.includes('.') ? undefined : `'${label}' is no locale key`
  })
}

declare module '../extension.ts' {
  interface Extension {
    /** Series that the statistics of the forum count, by name. */
    statistics?: Readonly<Record<string, Series>>
  }
}

declare module '../extension-point.ts' {
  interface Points {
    statistics: ReadonlyMap<string, Owned<Series>>
  }
}

/** Statistics. */
export const statisticsPoint = definePoint('statistics', {
  sections: ['statistics'],
  combine: ({ statistics }) => combineStatistics(statistics),
})
