import type { BoundedCount } from '@parley/shared'
import type { Context } from '../../../points/context/context.ts'
import type { Resource } from '../../../points/resources/resources.ts'
import type { Query } from '../query.ts'
import type { ListedRows } from './list.ts'

/** The totals of a list for `withTotals=1`: of lists that have totals, on pages that tell how many rows precede them. */
export async function totalsOf(
  context: Context,
  { endpoints: { index } }: Resource,
  { rows, page, offset, hasMore, count, isUnfiltered }: ListedRows,
  query: Query,
): Promise<Readonly<Record<string, BoundedCount>> | undefined> {
  if (!index?.totals || query.withTotals !== '1' || count === undefined || page.after) return undefined
  const seen = offset + rows.length
  const counted =
    hasMore || (rows.length === 0 && offset > 0) ? await count() : { count: seen, hasMore: false }
  // Examining the newest rows may find fewer than the page has.
  const total = counted.hasMore && counted.count <= seen ? { count: seen, hasMore: true } : counted
  const others = isUnfiltered ? await index.totals(context) : {}
  const found = Object.entries({ rows: total, ...others }).filter(([, other]) => other !== undefined)
  return Object.fromEntries(found) as Record<string, BoundedCount>
}
