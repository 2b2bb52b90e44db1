import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../infrastructure/db/database.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'

/**
 * A denormalized value that is maintained on write (api-core 4.18), and how to recount it. Values are compared and
 * repaired for batches of rows of `table`.
 */
export interface Counter {
  /** Name in reports: `discussions.comment_count`. */
  name: string
  /** Table with the rows that the counter belongs to. */
  table: 'discussions' | 'users' | 'notification_groups'
  /** Compares stored and counted values of these rows; changes nothing. */
  differences(database: Database, ids: readonly number[]): Promise<CounterDifference[]>
  /** Stores the counted values of these rows, which the caller has locked. */
  repair(db: Queries, database: Database, ids: readonly number[]): Promise<void>
}

/** A wrong value, as text for reports. */
export interface CounterDifference {
  /** Name of the counter. */
  counter: string
  /** Id of the row it belongs to. */
  id: number
  stored: string
  counted: string
}

type Values = Record<string, unknown>

/** A counter in columns of its own row; `counted` has an SQL expression over that row for each column. */
export function columnCounter(
  table: Counter['table'],
  name: string,
  counted: Readonly<Record<string, RawBuilder<unknown>>>,
): Counter {
  const columns = Object.keys(counted)
  const expressions = Object.entries(counted).map(([column, expression], index) => ({
    stored: sql`${sql.ref(`${table}.${column}`)} as ${sql.id(`stored_${index}`)}`,
    counted: sql`${expression} as ${sql.id(`counted_${index}`)}`,
    assignment: sql`${sql.id(column)} = ${expression}`,
  }))
  const selected = sql.join(expressions.flatMap((each) => [each.stored, each.counted]))
  const assignments = sql.join(expressions.map(({ assignment }) => assignment))
  const inIds = (database: Database, ids: readonly number[]) =>
    database.dialect.idIn(sql.ref<number>(`${table}.id`), ids)

  return {
    name: `${table}.${name}`,
    table,
    async differences(database, ids) {
      const { rows } = await sql<Values & { id: number }>`
        select ${sql.ref(`${table}.id`)} as id, ${selected} from ${sql.table(table)}
        where ${inIds(database, ids)} order by 1`.execute(database.read)
      return rows
        .filter((row) => columns.some((_, index) => row[`stored_${index}`] !== row[`counted_${index}`]))
        .map((row) => ({
          counter: `${table}.${name}`,
          id: row.id,
          stored: formatValues(row, 'stored', columns),
          counted: formatValues(row, 'counted', columns),
        }))
    },
    async repair(db, database, ids) {
      await sql`update ${sql.table(table)} set ${assignments} where ${inIds(database, ids)}`.execute(db)
    },
  }
}

function formatValues(row: Values, kind: 'stored' | 'counted', columns: readonly string[]): string {
  return columns.map((_, index) => String(row[`${kind}_${index}`] ?? 'nothing')).join(', ')
}
