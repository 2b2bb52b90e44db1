import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../infrastructure/db/tables.ts'
import type { WriteContext } from '../../points/context/context.ts'
import type { Purge, PurgeWork } from '../../points/resources/deletions.ts'
import type { ResourceType } from '../../points/resources/resource-rows.ts'

export interface PurgeRowsOptions {
  /** Columns of the primary key; `id` by default. */
  key?: readonly string[]
  /** The resource type of the rows, if they have children that must be removed first. */
  type?: ResourceType
}

/**
 * Removes the rows of a table whose `column` holds the id of a deleted row. An index must begin with the column.
 * @example deletions: { posts: { sweep: [purgeRows('post_votes', 'post_id')] } }
 */
export function purgeRows(
  table: keyof Tables & string,
  column: string,
  { key = ['id'], type }: PurgeRowsOptions = {},
): Purge {
  if (type !== undefined) return (context, work) => purgeWithChildren(context, { table, column, type }, work)
  return async (context, work) => {
    const columns = sql.join(key.map((name) => sql.ref(name)))
    const { numAffectedRows } = await sql`delete from ${sql.table(table)}
      where (${columns}) in (${selectBatch(context, table, column, columns, work)})`.execute(context.db)
    return Number(numAffectedRows)
  }
}

/**
 * Sets `column` to null where it holds the id of a deleted row. The table must have an `id`, and an index that begins
 * with the column.
 */
export function clearColumn(table: keyof Tables & string, column: string): Purge {
  return async (context, work) => {
    const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = null
      where id in (${selectBatch(context, table, column, sql.ref('id'), work)})`.execute(context.db)
    return Number(numAffectedRows)
  }
}

async function purgeWithChildren(
  context: WriteContext,
  { table, column, type }: { table: string; column: string; type: ResourceType },
  work: PurgeWork,
): Promise<number> {
  const { db, forum } = context
  const { rows } = await sql<{
    id: number
  }>`${selectBatch(context, table, column, sql.ref('id'), work)}`.execute(db)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  for (const purge of forum.points.deletions.sweepOfBelongings(type)) {
    const removed = await purge(context, { type, ids, limit: work.limit })
    if (removed > 0) return removed
  }
  const among = forum.database.dialect.idIn(sql.ref<number>('id'), ids)
  await sql`delete from ${sql.table(table)} where ${among}`.execute(db)
  return ids.length
}

/** Selects a batch of rows. Skips rows that another purge has locked: two that wait for each other would deadlock. */
function selectBatch(
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
