import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../../infrastructure/db/tables.ts'
import { allOf, toExpression } from '../../../points/access/conditions.ts'
import type { Context } from '../../../points/context/context.ts'
import type { IndexEndpoint } from '../../../points/resources/endpoints.ts'
import type { Resource } from '../../../points/resources/resources.ts'
import { type AnyExpressionBuilder, columnOf } from '../rows.ts'
import { readFilterValue } from './filter-values.ts'

const eb: AnyExpressionBuilder = expressionBuilder<Tables, keyof Tables>()

/**
 * The conditions on all rows of a list in which these filters are in use, besides visibility and the filters themselves:
 * the condition of its endpoint, and the default conditions.
 */
export function listConditions(
  context: Context,
  resource: Resource,
  filters: readonly string[],
): Expression<SqlBool>[] {
  return [...whereOf(context, resource.endpoints.index), ...defaultConditions(context, resource, filters)]
}

/** The condition of an endpoint, if it has one. */
export function whereOf(context: Context, endpoint: IndexEndpoint | undefined): Expression<SqlBool>[] {
  const where = endpoint?.where?.(eb, context)
  return where ? [where] : []
}

/** The default conditions of a list in which these filters are in use; none where they leave no row out. */
export function defaultConditions(
  context: Context,
  { lists }: Resource,
  filters: readonly string[],
): Expression<SqlBool>[] {
  const conditions = lists.defaultConditions.map((condition) => condition(eb, context, filters) ?? true)
  return conditions.every((condition) => condition === true) ? [] : [toExpression(allOf(conditions))]
}

/** The names of the filters in use, negated ones with their `-`: the others are unknown, and ignored. */
export function filtersInUse(
  { filters: known, search }: Resource,
  filters: ReadonlyMap<string, unknown>,
): string[] {
  return [...filters.keys()].filter((key) => {
    const name = key.replace(/^-/, '')
    return known.has(name) || name === 'id' || (name === 'q' && search !== undefined)
  })
}

/** The SQL conditions of the filters of a request; unknown filters are ignored. */
export function filterConditions(
  context: Context,
  resource: Resource,
  filters: ReadonlyMap<string, unknown>,
): Expression<SqlBool>[] {
  return [...filters].flatMap(([key, raw]) => {
    if (key.startsWith('-')) return negatedCondition(context, resource, key.slice(1), raw) ?? []
    return filterCondition(context, resource, key, raw) ?? []
  })
}

/** The SQL condition of a negated filter. */
export function negatedCondition(
  context: Context,
  resource: Resource,
  name: string,
  raw: unknown,
): Expression<SqlBool> | undefined {
  const filter = resource.filters.get(name)
  if (filter?.whereNot)
    return filter.whereNot(eb, readFilterValue(filter.value, name, raw, context) as never, context)
  const condition = filterCondition(context, resource, name, raw)
  return condition && complementOf(condition)
}

/** The SQL condition of a filter; undefined if it is unknown or has no effect. @throws 422 for an invalid value. */
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

/** The condition on all other rows, including those for which the condition is null. */
export function complementOf(condition: Expression<SqlBool>): Expression<SqlBool> {
  return sql<SqlBool>`(${condition}) is not true`
}

/** The condition on rows with one of these ids. */
export function idIn(context: Context, resource: Resource, ids: readonly number[]): Expression<SqlBool> {
  return context.forum.database.dialect.idIn(columnOf(resource, 'id'), ids)
}
