import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../infrastructure/db/tables.ts'
import type { Context } from '../../points/context/context.ts'
import type { Resource } from '../../points/resources/resources.ts'
import { readFilterValue } from './filter-values.ts'
import { type AnyExpressionBuilder, columnOf } from './rows.ts'

const eb: AnyExpressionBuilder = expressionBuilder<Tables, keyof Tables>()

/** The conditions that the filters of a request stand for; unknown ones are ignored. */
export function filterConditions(
  context: Context,
  resource: Resource,
  filters: ReadonlyMap<string, unknown>,
): Expression<SqlBool>[] {
  return [...filters].flatMap(([key, raw]) => {
    const isNegated = key.startsWith('-')
    const condition = filterCondition(context, resource, isNegated ? key.slice(1) : key, raw)
    return condition ? [isNegated ? complementOf(condition) : condition] : []
  })
}

/** What one filter stands for; undefined when it is unknown or has no effect. 422 for a value it cannot have. */
export function filterCondition(
  context: Context,
  resource: Resource,
  name: string,
  raw: unknown,
): Expression<SqlBool> | undefined {
  const filter = resource.filters.get(name)
  if (filter) return filter.where(eb, readFilterValue(filter.value, name, raw, context) as never, context)
  return name === 'id' ? idIn(context, resource, readFilterValue('integers', name, raw, context)) : undefined
}

/** All other rows, those included of which the database cannot tell. */
export function complementOf(condition: Expression<SqlBool>): Expression<SqlBool> {
  return sql<SqlBool>`(${condition}) is not true`
}

/** The condition on rows with one of these ids. */
export function idIn(context: Context, resource: Resource, ids: readonly number[]): Expression<SqlBool> {
  return context.forum.database.dialect.idIn(columnOf(resource, 'id'), ids)
}
