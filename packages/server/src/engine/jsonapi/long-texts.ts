import { type AliasedExpression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../../infrastructure/db/database.ts'
import type { Queries, Tables } from '../../infrastructure/db/tables.ts'
import type { Context } from '../../points/context/context.ts'
import type { Field } from '../../points/resources/fields.ts'
import type { Row } from '../../points/resources/resource-rows.ts'
import type { Resource } from '../../points/resources/resources.ts'
import { parameter, runPreparedQuery } from './prepared-queries.ts'

/**
 * Rows whose long texts have more bytes than this together are read without them. Most posts have fewer, so that a list
 * takes one statement; a page of 50 rows and the posts that go with it stays within a megabyte.
 */
export const longFrom = 8192

/** The names of the columns of all tables whose rows are read without their long texts. */
export async function noteColumns(
  database: Database,
  resources: ReadonlyMap<string, Resource>,
): Promise<void> {
  for (const resource of resources.values()) {
    if (resource.longTexts.length > 0 && resource.table) {
      resource.columns = await columnsOf(database.read, resource.table)
    }
  }
}

/** One row, of values or of nulls: its names are wanted, and the table may be empty. */
async function columnsOf(db: Queries, table: string): Promise<string[]> {
  const { rows } = await sql<object>`
    select ${sql.table(table)}.* from (select 1 as one) as one left join ${sql.table(table)} on 1 = 0`.execute(
    db,
  )
  return Object.keys(rows[0] ?? {})
}

/** All columns of a resource's table, with long texts only up to `longFrom` bytes and `omitted_bytes` of longer ones. */
export function selectLight<DB extends Tables, Table extends keyof DB, O>(
  query: SelectQueryBuilder<DB, Table, O>,
  resource: Resource,
): SelectQueryBuilder<DB, Table, O & Row> {
  const { table = '', longTexts, columns } = resource
  const column = (name: string) => sql.ref(`${table}.${name}`)
  if (longTexts.length === 0) {
    return query.selectAll(table as never) as unknown as SelectQueryBuilder<DB, Table, O & Row>
  }
  if (columns.length === 0) throw new Error(`The columns of ${table} are not known yet`)
  const sizes = longTexts.map((name) => sql<number>`coalesce(octet_length(${column(name)}), 0)`)
  const size: RawBuilder<number> = sql`(${sql.join(sizes, sql` + `)})`
  const isLong = sql<boolean>`${size} > ${sql.lit(longFrom)}`
  const selected = columns.map(
    (name): AliasedExpression<unknown, string> =>
      longTexts.includes(name)
        ? sql`case when ${isLong} then '' else ${column(name)} end`.as(name)
        : sql`${column(name)}`.as(name),
  )
  const omitted = sql`case when ${isLong} then ${size} else 0 end`.as('omitted_bytes')
  return query.select([...selected, omitted] as never) as unknown as SelectQueryBuilder<DB, Table, O & Row>
}

/** A field that waits for a row's long texts, and the form that shows it. */
export interface WaitingField {
  name: string
  field: Field
  form: string
}

/** What `fields` show of a row, which is read again with its texts. Nothing of it is kept for the rest of the request. */
export async function loadLongFields(
  context: Context,
  resource: Resource,
  row: Row,
  fields: readonly WaitingField[],
): Promise<Record<string, unknown>> {
  const table = resource.table as 'posts'
  const [texts] = await runPreparedQuery<object>(
    context,
    `${resource.type} long texts`,
    () =>
      context.db
        .selectFrom(table)
        .select(resource.longTexts as readonly 'content'[])
        .where('id', '=', parameter<number>('id')),
    { id: row.id },
  )
  const values: Record<string, unknown> = {}
  if (!texts) return values
  const whole: Row = { ...row, ...texts, omitted_bytes: 0 }
  const alone: Context = { ...context, notes: new Map() }
  for (const { name, field, form } of fields) {
    const loaded = await field.load?.([whole], alone, form)
    if (loaded?.has(row.id)) values[name] = loaded.get(row.id)
  }
  return values
}
