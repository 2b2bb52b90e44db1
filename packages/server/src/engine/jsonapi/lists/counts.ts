import type { BoundedCount } from '@parley/shared'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../points/context/context.ts'
import type { Resource } from '../../../points/resources/resources.ts'
import { prepareForEach, prepareQuery } from '../prepared-queries.ts'
import { isVisible } from '../rows.ts'
import { defaultConditions, idIn, listConditions } from './conditions.ts'
import type { KeyScan } from './index-scans.ts'
import { idsUnderKeys } from './scan-index.ts'

/** Counting stops here: readers see '1,000+'. */
export const maximumCounted = 1000

/** The number of rows that counting examines: the newest ones, or all of an index scan that has no more. */
const examinedRows = 2000

interface CountedRow {
  counted: number | string
  beyond: number | boolean
}

const countOwnList = prepareForEach((resource: Resource) =>
  prepareQuery((context) => countQuery(context, resource, defaultConditions(context, resource, []))),
)

/** Counts the rows of a list without filters, as `countRows` counts those of others. */
export async function countWholeList(
  context: Context,
  resource: Resource,
  scan: KeyScan | undefined,
): Promise<BoundedCount> {
  // The rows of a scan and the condition of an endpoint differ between requests.
  if (scan || resource.endpoints.index?.where)
    return countRows(context, resource, listConditions(context, resource, []), scan)
  return toBoundedCount(await countOwnList(resource)(context, {}))
}

/**
 * Counts the visible rows of a type that meet all conditions, among its newest rows or those of a scan: what it costs does
 * not depend on the size of the table.
 */
export async function countRows(
  context: Context,
  resource: Resource,
  conditions: readonly Expression<SqlBool>[],
  scan: KeyScan | undefined,
): Promise<BoundedCount> {
  const ids = scan && (await idsUnderKeys(context, scan, examinedRows))
  return toBoundedCount(await countQuery(context, resource, conditions, ids).execute())
}

function toBoundedCount([row]: readonly CountedRow[]): BoundedCount {
  return boundCount(Number(row?.counted ?? 0), Boolean(row?.beyond))
}

/**
 * Limits a count to what readers see. A lower bound is rounded down to one digit: '98+' would look exact.
 * @param hasMore whether rows beyond the examined ones exist.
 */
export function boundCount(count: number, hasMore: boolean): BoundedCount {
  if (count > maximumCounted) return { count: maximumCounted, hasMore: true }
  const step = 10 ** (String(count).length - 1)
  return { count: hasMore ? count - (count % step) : count, hasMore }
}

function countQuery(
  { db, ...context }: Context,
  resource: Resource,
  conditions: readonly Expression<SqlBool>[],
  ids?: readonly number[],
) {
  const table = resource.table as 'discussions'
  const all = db.selectFrom(table).selectAll(table)
  const examined = ids
    ? all.where(idIn({ ...context, db }, resource, ids))
    : all.orderBy('id', 'desc').limit(sql.lit(examinedRows))
  let counted = db
    .selectFrom(examined.as(table))
    .select(sql.lit(1).as('one'))
    .where(isVisible({ ...context, db }, resource.type))
  for (const condition of conditions) counted = counted.where(condition)
  const beyond = db
    .selectFrom(table)
    .select('id')
    .orderBy('id', 'desc')
    .limit(sql.lit(1))
    .offset(sql.lit(examinedRows))
  return db
    .selectFrom(counted.limit(sql.lit(maximumCounted + 1)).as('counted'))
    .select((eb) => [eb.fn.countAll().as('counted'), (ids ? eb.lit(false) : eb.exists(beyond)).as('beyond')])
    .$castTo<CountedRow>()
}
