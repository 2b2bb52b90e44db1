import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../infrastructure/db/tables.ts'
import type { WriteContext } from '../../points/context/context.ts'
import type { Purge, PurgeWork } from '../../points/resources/deletions.ts'
import type { ResourceType } from '../../points/resources/resource-rows.ts'

export interface RowsOfOptions {
  /** Columns that make out a row; `id` unless said otherwise. */
  key?: readonly string[]
  /** The type whose rows these are, where further rows belong to them. */
  type?: ResourceType
}

/**
 * Removes the rows of a table whose `column` holds the id of a deleted row. An index has to begin with the column.
 * @example deletions: { posts: { sweep: [rowsOf('post_votes', 'post_id')] } }
 */
export function rowsOf(
  table: keyof Tables & string,
  column: string,
  { key = ['id'], type }: RowsOfOptions = {},
): Purge {
  if (type !== undefined)
    return (context, work) => sweepWithBelongings(context, { table, column, type }, work)
  return async (context, work) => {
    const columns = sql.join(key.map((name) => sql.ref(name)))
    const { numAffectedRows } = await sql`delete from ${sql.table(table)}
      where (${columns}) in (${someOf(context, table, column, columns, work)})`.execute(context.db)
    return Number(numAffectedRows)
  }
}

/**
 * Sets `column` to null where it holds the id of a deleted row; the rows have an `id`. An index has to begin with the
 * column.
 */
export function forgetsIn(table: keyof Tables & string, column: string): Purge {
  return async (context, work) => {
    const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = null
      where id in (${someOf(context, table, column, sql.ref('id'), work)})`.execute(context.db)
    return Number(numAffectedRows)
  }
}

async function sweepWithBelongings(
  context: WriteContext,
  { table, column, type }: { table: string; column: string; type: ResourceType },
  work: PurgeWork,
): Promise<number> {
  const { db, forum } = context
  const { rows } = await sql<{ id: number }>`${someOf(context, table, column, sql.ref('id'), work)}`.execute(
    db,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  for (const sweep of forum.points.deletions.sweepOfBelongings(type)) {
    const removed = await sweep(context, { type, ids, limit: work.limit })
    if (removed > 0) return removed
  }
  const among = forum.database.dialect.idIn(sql.ref<number>('id'), ids)
  await sql`delete from ${sql.table(table)} where ${among}`.execute(db)
  return ids.length
}

/** Rows that another sweep holds are left to it: waiting for each other, two of them could wait for ever. */
function someOf(
  { forum: { database } }: WriteContext,
  table: string,
  column: string,
  columns: RawBuilder<unknown>,
  { ids, limit }: PurgeWork,
): RawBuilder<unknown> {
  const { dialect } = database
  return sql`select ${columns} from ${sql.table(table)} where ${dialect.idIn(sql.ref<number>(column), ids)}
    limit ${sql.lit(limit)} ${dialect.forUpdateOfFree}`
}
