import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../infrastructure/db/database.ts'
import type { Queries, Tables } from '../../infrastructure/db/tables.ts'
import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Forum } from '../context/context.ts'
import type { Declared } from '../declared.ts'
import { definePoint, type Points } from '../extension-point.ts'

/**
 * A denormalized value that is maintained on write (api-core 4.18), and how to recount it. Values are compared and
 * repaired for batches of rows of `table`.
 */
export interface Counter {
  /** Name in reports: `discussions.comment_count`. */
  name: string
  /** Table with the rows that the counter belongs to; its primary key is a number, `id`. */
  table: keyof Tables & string
  /** A condition on the rows that are counted. By default rows that a deletion is removing are left out. */
  rows?: RawBuilder<boolean>
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

/**
 * A counter in columns of its own row; `counted` has an SQL expression over that row for each column.
 * @example
 *   columnCounter('users', 'report_count', {
 *     report_count: sql`(select count(*) from reports where reports.user_id = users.id)`,
 *   })
 */
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

/** A counter, or a function that makes one that needs the running forum: `doctor`, which starts none, leaves it out. */
export type CounterDeclaration = Counter | ((forum: Forum) => Counter)

interface OwnedCounter {
  owner: string
  counter: CounterDeclaration
}

/** Checks and combines the counters of all extensions. */
export function combineCounters(
  declared: readonly Declared<readonly CounterDeclaration[] | undefined>[],
): OwnedCounter[] {
  const owners = new Map<string, string>()
  for (const { owner, section } of declared) {
    for (const counter of section ?? []) {
      if (typeof counter === 'function') continue
      const first = owners.get(counter.name)
      if (first !== undefined)
        throw new ExtensionError(owner, `counters › ${counter.name}`, `already declared by ${first}`)
      owners.set(counter.name, owner)
    }
  }
  return declared.flatMap(({ owner, section = [] }) => section.map((counter) => ({ owner, counter })))
}

/**
 * Returns the counters, with those that need the running forum if there is one.
 * @param extension leaves out what neither this extension nor a part of it or for it declares.
 */
export function countersOf({ points }: { points: Points }, forum?: Forum, extension?: string): Counter[] {
  return points.counters.flatMap(({ owner, counter }) => {
    if (extension !== undefined && !owner.split('+').includes(extension)) return []
    if (typeof counter !== 'function') return [counter]
    return forum === undefined ? [] : [counter(forum)]
  })
}

declare module '../extension.ts' {
  interface Extension {
    /**
     * Counters, which `parley recount` counts again and of which `parley doctor` verifies a sample. Those of an extension that
     * is enabled again are counted again, since they stood still while it was disabled.
     */
    counters?: readonly CounterDeclaration[]
  }
}

declare module '../extension-point.ts' {
  interface Points {
    counters: readonly OwnedCounter[]
  }
}

/** Counters. */
export const countersPoint = definePoint('counters', {
  sections: ['counters'],
  combine: ({ counters }) => combineCounters(counters),
})
