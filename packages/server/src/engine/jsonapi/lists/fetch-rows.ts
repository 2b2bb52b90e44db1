import type { Expression, SqlBool } from 'kysely'
import type { Context } from '../../../points/context/context.ts'
import type { Row } from '../../../points/resources/resource-rows.ts'
import type { Resource } from '../../../points/resources/resources.ts'
import { allRows, type RowsQuery } from '../rows.ts'
import { idIn } from './conditions.ts'
import type { KeyScan } from './index-scans.ts'
import { isAfter, type OrderColumn, orderRows } from './order.ts'
import { idsUnderKeys, maximumEntries, scanIndex, type Wanted } from './scan-index.ts'

/** The rows of a list, their order, and the scans that find them. */
export interface OrderedList {
  /** Selects the rows of the list, from rows of the table or from all. */
  rowsFrom(from?: RowsQuery): RowsQuery
  order: readonly OrderColumn[]
  /** Leaves out the pinned rows. */
  isRest?: Expression<SqlBool>
  /** The scan of a driving filter. */
  scan?: KeyScan
  /** The scan of all rows that the actor may see, for a list without filters. */
  visible?: KeyScan
  /** Whether too few of the rows that come first in the table belong to the list. */
  hasFewFirst?: boolean
}

/**
 * For each row of a page three rows of the table are examined before those that the actor may see are scanned: an actor who
 * sees a third of what comes first needs no scan.
 */
const examinedPerRow = 3

/** Fetches a part of a list: by an index scan if that costs less, else from the table in the order of the list. */
export async function fetchRows(
  context: Context,
  resource: Resource,
  list: OrderedList,
  wanted: Wanted,
): Promise<Row[]> {
  const { rowsFrom, order, scan, visible, hasFewFirst } = list
  const query = restOf(list, rowsFrom())
  if (!Number.isFinite(wanted.limit)) return selectPart(query, order, wanted).execute()
  if (scan) {
    const rows = await scanIndex(context, resource, { query, order, scan }, wanted)
    if (rows) return rows
    const ids = await idsUnderKeys(context, scan)
    return selectPart(ids ? query.where(idIn(context, resource, ids)) : query, order, wanted).execute()
  }
  if (visible && wanted.offset + wanted.limit <= maximumEntries) {
    const first = hasFewFirst ? [] : await selectAmongFirst(context, resource, list, wanted).execute()
    if (first.length === wanted.limit) return first
    const rows = await scanIndex(context, resource, { query, order, scan: visible }, wanted)
    if (rows) return rows
  }
  return selectPart(query, order, wanted).execute()
}

/** Selects the rows of a part of a list among those that come first in the table. */
export function selectAmongFirst(
  { db }: Context,
  resource: Resource,
  list: OrderedList,
  wanted: Wanted,
): RowsQuery {
  const { order } = list
  const all = orderRows(afterOf(allRows(db, resource), order, wanted), order)
  const first = all.limit((wanted.offset + wanted.limit) * examinedPerRow)
  return selectPart(restOf(list, list.rowsFrom(first)), order, wanted)
}

function restOf({ isRest }: OrderedList, query: RowsQuery): RowsQuery {
  return isRest ? query.where(isRest) : query
}

function afterOf(query: RowsQuery, order: readonly OrderColumn[], { after }: Wanted): RowsQuery {
  return after ? query.where(isAfter(order, after)) : query
}

function selectPart(query: RowsQuery, order: readonly OrderColumn[], wanted: Wanted): RowsQuery {
  const { offset, limit } = wanted
  const sorted = orderRows(afterOf(query, order, wanted), order)
  const limited = Number.isFinite(limit)
    ? sorted.limit(limit)
    : offset > 0
      ? sorted.limit(Number.MAX_SAFE_INTEGER)
      : sorted
  return offset > 0 ? limited.offset(offset) : limited
}
