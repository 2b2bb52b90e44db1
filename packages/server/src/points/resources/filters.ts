import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Tables } from '../../infrastructure/db/tables.ts'
import type { Context } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import type { IndexScan } from './lists.ts'

/** The kinds of filter values; a value of another kind is 422. */
export interface FilterValues {
  /** Any value, which is ignored. */
  any: undefined
  text: string
  /** Comma separated or a list, without surrounding quotes. */
  texts: string[]
  integer: number
  integers: number[]
}

type FilterOf<Kind extends keyof FilterValues, Table extends keyof Tables> = {
  value: Kind
  /** Returns the condition on rows; undefined if the filter has no effect for this actor. The engine negates it. */
  where(
    eb: ExpressionBuilder<Tables, Table>,
    value: FilterValues[Kind],
    context: Context,
  ): Expression<SqlBool> | undefined
  /** The condition of the negated filter, where it is another one than the negation of `where`. */
  whereNot?(
    eb: ExpressionBuilder<Tables, Table>,
    value: FilterValues[Kind],
    context: Context,
  ): Expression<SqlBool>
  /** Makes it a driving filter: a list with it reads its rows by this scan, unless the filter is negated. */
  scan?: IndexScan<[value: FilterValues[Kind], context: Context]>
}

/** One `filter[name]` of a list; `filter[-name]` negates it. */
export type Filter<Table extends keyof Tables = keyof Tables> = {
  [Kind in keyof FilterValues]: FilterOf<Kind, Table>
}[keyof FilterValues]

/** Checks and combines the filters of one resource type. */
export function combineFilters(
  type: string,
  declared: readonly Declared<Readonly<Record<string, Filter>> | undefined>[],
): Map<string, Owned<Filter>> {
  const point = `resources › ${type} › filters`
  return mergeRecords(point, declared, (_, name) =>
    name.startsWith('-') ? 'a name may not start with -, which negates' : undefined,
  )
}
