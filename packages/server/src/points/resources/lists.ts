import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Tables } from '../../infrastructure/db/tables.ts'
import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Condition } from '../access/conditions.ts'
import type { Context } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import type { Row } from './resource-rows.ts'

export type SortColumn<R> =
  | (keyof R & string)
  | {
      column: keyof R & string
      /** Whether this actor may sort by it. */
      allowed?(context: Context): boolean
      /** The column may be null: null sorts first, and last in descending order. */
      nullable?: true
    }

/**
 * Returns the condition on pinned rows, given the names of the filters in use; undefined if no rows are pinned. Like a
 * scope it may depend on the actor and the permissions only, and is cached as long as these do not change.
 */
export type Pinned<Table extends keyof Tables> = (
  eb: ExpressionBuilder<Tables, Table>,
  context: Context,
  filters: readonly string[],
) => Expression<SqlBool> | undefined

/**
 * Returns the condition on the rows of a list in which these filters are in use, besides visibility; undefined for all
 * rows. The names of negated filters begin with `-`, that of a search is `q`. Like a scope it may depend on the actor and
 * the permissions only, and is cached as long as these do not change.
 */
export type DefaultCondition<Table extends keyof Tables> = (
  eb: ExpressionBuilder<Tables, Table>,
  context: Context,
  filters: readonly string[],
) => Condition | undefined

/**
 * A table that has the rows of a resource under keys, each key in the orders of the list: the discussions of each tag.
 * A list that scans a few keys costs the same in a forum of any size.
 */
export type ListIndex = {
  [Table in keyof Tables]: {
    table: Table
    /** The columns of the key. */
    key: readonly (keyof Tables[Table] & string)[]
    /** The column with the id of the row, which a key has once. */
    row: keyof Tables[Table] & string
    /**
     * The columns that repeat what rows are sorted by, numbers or times, by the name of the sort. The owner keeps them
     * equal, with a database index on key, column and row for each. A list by id needs one on key and row.
     */
    sorts?: Readonly<Record<string, keyof Tables[Table] & string>>
    /**
     * The most rows under the keys that a list sorts, in an order that the index does not have: 240 by default, at most
     * 2,000. Lists of more rows read the table of the resource in its order.
     */
    sortsUpTo?: number
  }
}[keyof Tables]

/** The values of a key, in the order of its columns. */
export type ListKey = readonly (string | number)[]

/** Finds the rows that meet a condition in a list index. There may be other rows under the same keys. */
export interface IndexScan<Arguments extends unknown[]> {
  /** The name of the list index. */
  index: string
  /** Returns the keys, none if no row meets the condition; undefined if the index does not help. */
  keys(...args: Arguments): readonly ListKey[] | undefined
}

/** Finds all rows that an actor may see. Like a scope it depends on the actor and the permissions only. */
export type VisibleScan = IndexScan<[context: Context]>

/** What features and extensions declare about the list of a resource. */
export interface ListDeclaration<Table extends keyof Tables = keyof Tables> {
  defaultCondition?: DefaultCondition<Table>
  listIndexes?: Readonly<Record<string, ListIndex>>
  visibleScan?: VisibleScan
}

/** The combined declarations about the list of a resource. */
export interface ListRules {
  defaultConditions: readonly DefaultCondition<keyof Tables>[]
  indexes: ReadonlyMap<string, Owned<ListIndex>>
  visibleScans: readonly VisibleScan[]
}

/** The parts of a resource that its list rules refer to. */
interface Listable {
  type: string
  sorts: ReadonlyMap<string, SortColumn<Row & Record<string, unknown>>>
  filters: ReadonlyMap<string, Owned<{ scan?: { index: string } }>>
  /** Whether the list finds its rows itself. */
  findsRows: boolean
}

/** Checks and combines what is declared about the list of one resource type. */
export function combineListRules(
  { type, sorts, filters, findsRows }: Listable,
  declared: readonly Declared<ListDeclaration>[],
): ListRules {
  const point = `resources › ${type}`
  const indexes = mergeRecords(
    `${point} › listIndexes`,
    declared.map(({ owner, section }) => ({ owner, section: section.listIndexes })),
    (index) => indexFault(index, sorts),
  )
  const fail = (owner: string, member: string, fault: string): never => {
    throw new ExtensionError(owner, `${point} › ${member}`, fault)
  }
  for (const { owner, section } of declared) {
    const { defaultCondition, visibleScan } = section
    if (defaultCondition !== undefined && typeof defaultCondition !== 'function')
      fail(owner, 'defaultCondition', 'is not a function')
    if (defaultCondition && findsRows) fail(owner, 'defaultCondition', 'the list finds its rows itself')
    if (visibleScan && !indexes.has(visibleScan.index))
      fail(owner, 'visibleScan', `there is no list index '${visibleScan.index}'`)
  }
  for (const [name, { owner, scan }] of filters) {
    if (scan && !indexes.has(scan.index))
      fail(owner, `filters › ${name}`, `there is no list index '${scan.index}'`)
  }
  return {
    defaultConditions: declared.flatMap(({ section }) => section.defaultCondition ?? []),
    indexes,
    visibleScans: declared.flatMap(({ section }) => section.visibleScan ?? []),
  }
}

/** The bounds of `sortsUpTo`. */
const [fewSorted, mostSorted] = [1, 2000]

function indexFault(
  { key, row, sorts = {}, sortsUpTo = fewSorted }: ListIndex,
  declared: Listable['sorts'],
): string | undefined {
  if (key.length === 0) return 'has no key'
  if ((key as readonly string[]).includes(row)) return `'${row}' is both key and row`
  for (const name of Object.keys(sorts)) {
    const sort = declared.get(name)
    if (!sort) return `there is no sort '${name}'`
    if (typeof sort === 'object' && sort.nullable) return `the sort '${name}' may be null`
  }
  if (!(sortsUpTo >= fewSorted && sortsUpTo <= mostSorted))
    return `sortsUpTo is not between ${fewSorted} and ${mostSorted}`
  return undefined
}

/** Checks and combines the sorts of one resource type. */
export function combineSorts(
  type: string,
  declared: readonly Declared<
    Readonly<Record<string, SortColumn<Row & Record<string, unknown>>>> | undefined
  >[],
): Map<string, SortColumn<Row & Record<string, unknown>>> {
  const columns = declared.map(({ owner, section }) => ({
    owner,
    section: Object.fromEntries(Object.entries(section ?? {}).map(([name, column]) => [name, { column }])),
  }))
  const merged = mergeRecords(`resources › ${type} › sorts`, columns)
  return new Map([...merged].map(([name, { column }]) => [name, column]))
}
