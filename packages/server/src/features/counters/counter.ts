import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../infrastructure/db/database.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'

/**
 * Something that is kept on write although it follows from other rows (api-core 4.18), and how to count it again.
 * Rows of `table` are the unit: a counter is compared and repaired for some of them at a time.
 */
export interface Counter {
  /** What people read: `discussions.comment_count`. */
  name: string
  /** Table whose rows the counter belongs to. */
  table: 'discussions' | 'users' | 'notification_groups'
  /** Where what is stored for these rows differs from what counting gives; changes nothing. */
  differences(database: Database, ids: readonly number[]): Promise<CounterDifference[]>
  /** Stores what counting gives for these rows, which the caller has locked. */
  repair(db: Queries, database: Database, ids: readonly number[]): Promise<void>
}

/** One wrong value, in words. */
export interface CounterDifference {
  /** Name of the counter. */
  counter: string
  /** Id of the row it belongs to. */
  id: number
  stored: string
  counted: string
}

type Values = Record<string, unknown>

/** A counter that is kept in columns of its own row; `counted` has an SQL expression over that row for each. */
export function columnCounter(
  table: Counter['table'],
  name: string,
  counted: Readonly<Record<string, RawBuilder<unknown>>>,
): Counter {
  const columns = Object.keys(counted)
  const places = Object.entries(counted).map(([column, expression], place) => ({
    stored: sql`${sql.ref(`${table}.${column}`)} as ${sql.id(`stored_${place}`)}`,
    counted: sql`${expression} as ${sql.id(`counted_${place}`)}`,
    assignment: sql`${sql.id(column)} = ${expression}`,
  }))
  const selected = sql.join(places.flatMap((place) => [place.stored, place.counted]))
  const assignments = sql.join(places.map((place) => place.assignment))
  const among = (database: Database, ids: readonly number[]) =>
    database.dialect.idIn(sql.ref<number>(`${table}.id`), ids)

  return {
    name: `${table}.${name}`,
    table,
    async differences(database, ids) {
      const { rows } = await sql<Values & { id: number }>`
        select ${sql.ref(`${table}.id`)} as id, ${selected} from ${sql.table(table)}
        where ${among(database, ids)} order by 1`.execute(database.read)
      return rows
        .filter((row) => columns.some((_, place) => row[`stored_${place}`] !== row[`counted_${place}`]))
        .map((row) => ({
          counter: `${table}.${name}`,
          id: row.id,
          stored: shown(row, 'stored', columns),
          counted: shown(row, 'counted', columns),
        }))
    },
    async repair(db, database, ids) {
      await sql`update ${sql.table(table)} set ${assignments} where ${among(database, ids)}`.execute(db)
    },
  }
}

function shown(row: Values, which: 'stored' | 'counted', columns: readonly string[]): string {
  return columns.map((_, place) => String(row[`${which}_${place}`] ?? 'nothing')).join(', ')
}
