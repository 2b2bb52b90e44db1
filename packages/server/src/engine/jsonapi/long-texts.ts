import {
  type AliasedExpression,
  type Compilable,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely'
import type { Database } from '../../infrastructure/db/database.ts'
import type { Queries, Tables } from '../../infrastructure/db/tables.ts'
import type { Context } from '../../points/context/context.ts'
import type { Field } from '../../points/resources/fields.ts'
import type { Row } from '../../points/resources/resource-rows.ts'
import type { Resource } from '../../points/resources/resources.ts'
import { type Bound, prepareForEach, prepareQuery } from './prepared-queries.ts'

/**
 * Rows whose long texts together exceed these bytes are read without them. Most posts have fewer, so that a list
 * needs one statement. A page of 50 rows with its included posts stays within a megabyte.
 */
const longTextThreshold = 8192

/** Loads the column names of all tables that have long texts. */
export async function loadColumnNames(
  database: Database,
  resources: ReadonlyMap<string, Resource>,
): Promise<void> {
  for (const resource of resources.values()) {
    if (resource.longTexts.length > 0 && resource.table) {
      resource.columns = await columnNamesOf(database.read, resource.table)
    }
  }
}

/** Reads column names from a row of nulls, which works for empty tables, too. */
async function columnNamesOf(db: Queries, table: string): Promise<string[]> {
  const { rows } = await sql<object>`
    select ${sql.table(table)}.* from (select 1 as one) as one left join ${sql.table(table)} on 1 = 0`.execute(
    db,
  )
  return Object.keys(rows[0] ?? {})
}

/** Selects all columns of a resource's table. Texts beyond the threshold are empty; `omitted_bytes` has their size. */
export function selectLight<DB extends Tables, Table extends keyof DB, O>(
  query: SelectQueryBuilder<DB, Table, O>,
  resource: Resource,
): SelectQueryBuilder<DB, Table, O & Row> {
  const { table = '', longTexts, columns } = resource
  const column = (name: string) => sql.ref(`${table}.${name}`)
  if (longTexts.length === 0) {
    return query.selectAll(table as never) as unknown as SelectQueryBuilder<DB, Table, O & Row>
  }
  if (columns.length === 0) throw new Error(`The columns of ${table} are not loaded yet`)
  const sizes = longTexts.map((name) => sql<number>`coalesce(octet_length(${column(name)}), 0)`)
  const size: RawBuilder<number> = sql`(${sql.join(sizes, sql` + `)})`
  const isLong = sql<boolean>`${size} > ${sql.lit(longTextThreshold)}`
  const selected = columns.map(
    (name): AliasedExpression<unknown, string> =>
      longTexts.includes(name)
        ? sql`case when ${isLong} then '' else ${column(name)} end`.as(name)
        : sql`${column(name)}`.as(name),
  )
  const omitted = sql`case when ${isLong} then ${size} else 0 end`.as('omitted_bytes')
  return query.select([...selected, omitted] as never) as unknown as SelectQueryBuilder<DB, Table, O & Row>
}

/** A field whose value is loaded later, with the long texts of its row. */
export interface DeferredField {
  name: string
  field: Field
  form: string
}

const selectLongTexts = prepareForEach((resource: Resource) =>
  prepareQuery(
    ({ db }, { id }: Bound<{ id: number }>): Compilable<object> =>
      db
        .selectFrom(resource.table as 'posts')
        .select(resource.longTexts as readonly 'content'[])
        .where('id', '=', id),
  ),
)

/** Loads the values of deferred fields: reads the row again, with its texts. The request cache keeps nothing of it. */
export async function loadLongFields(
  context: Context,
  resource: Resource,
  row: Row,
  fields: readonly DeferredField[],
): Promise<Record<string, unknown>> {
  const [texts] = await selectLongTexts(resource)(context, { id: row.id })
  const values: Record<string, unknown> = {}
  if (!texts) return values
  const complete: Row = { ...row, ...texts, omitted_bytes: 0 }
  const isolated: Context = { ...context, cache: new Map() }
  for (const { name, field, form } of fields) {
    const loaded = await field.load?.([complete], isolated, form)
    if (loaded?.has(row.id)) values[name] = loaded.get(row.id)
  }
  return values
}
