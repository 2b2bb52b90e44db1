import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../infrastructure/db/tables.ts'

/** A condition on rows of a query. One that is the same for all rows is a constant, and leaves no trace in the query. */
export type Condition = boolean | Expression<SqlBool>

const eb = expressionBuilder<Tables, keyof Tables>()

/** The negated condition of each negation. */
const negated = new WeakMap<object, Condition>()

export function isCondition(value: unknown): value is Condition {
  return (
    typeof value === 'boolean' || (typeof value === 'object' && value !== null && 'toOperationNode' in value)
  )
}

/** The rows that meet all conditions; every row without any. */
export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.includes(false)) return false
  const expressions = expressionsOf(conditions)
  return expressions.length > 1 ? eb.and(expressions) : (expressions[0] ?? true)
}

/** The rows that meet one of the conditions; no row without any. */
export function anyOf(conditions: readonly Condition[]): Condition {
  if (conditions.includes(true)) return true
  const expressions = expressionsOf(conditions)
  return expressions.length > 1 ? eb.or(expressions) : (expressions[0] ?? false)
}

function expressionsOf(conditions: readonly Condition[]): Expression<SqlBool>[] {
  return [...new Set(conditions)].filter((condition) => typeof condition !== 'boolean')
}

/** The rows that do not meet a condition; where it is null, a row does not meet it. */
export function isNot(condition: Condition): Condition {
  if (typeof condition === 'boolean') return !condition
  const known = negated.get(condition)
  if (known !== undefined) return known
  const negation = sql<SqlBool>`(${condition}) is not true`
  negated.set(negation, condition)
  return negation
}

/** The condition for a query. */
export function toExpression(condition: Condition): Expression<SqlBool> {
  if (typeof condition !== 'boolean') return condition
  return condition ? eb.and([]) : eb.lit(false)
}
