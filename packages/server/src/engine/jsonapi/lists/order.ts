import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../../infrastructure/db/tables.ts'
import { invalidParameter } from '../../../infrastructure/errors.ts'
import type { Context } from '../../../points/context/context.ts'
import type { SortField } from '../../../points/resources/endpoints.ts'
import type { Row } from '../../../points/resources/resource-rows.ts'
import type { Resource } from '../../../points/resources/resources.ts'
import { type AnyExpressionBuilder, columnOf, type RowsQuery } from '../rows.ts'

const eb: AnyExpressionBuilder = expressionBuilder<Tables, keyof Tables>()

/** A column that a list is ordered by. */
export interface OrderColumn {
  name: string
  column: Expression<never>
  descending: boolean
  /** Rows with null come first, and last if descending. */
  nullable: boolean
}

/** The columns of sort fields. Every order ends with the id, in the direction of the last field. */
export function orderOf(resource: Resource, sort: readonly SortField[]): OrderColumn[] {
  const columns = sort.map(({ name, descending }) => {
    const declared = resource.sorts.get(name) ?? name
    const { column, nullable = false } = typeof declared === 'object' ? declared : { column: declared }
    return { name: column, column: columnOf(resource, column), descending, nullable }
  })
  const descending = columns.at(-1)?.descending ?? false
  if (columns.at(-1)?.name === 'id') return columns
  return [...columns, { name: 'id', column: columnOf(resource, 'id'), descending, nullable: false }]
}

/** Adds an order to a query. */
export function orderRows(query: RowsQuery, order: readonly OrderColumn[]): RowsQuery {
  return order.reduce((sorted, { column, descending, nullable }) => {
    if (!nullable) return sorted.orderBy(column, descending ? 'desc' : 'asc')
    return sorted.orderBy(column, (by) => (descending ? by.desc().nullsLast() : by.asc().nullsFirst()))
  }, query)
}

/** A value of a column. */
export type Value = string | number | boolean | null

/** The condition on rows that come after these values in the order. */
export function isAfter(order: readonly OrderColumn[], values: readonly Value[]): Expression<SqlBool> {
  const [first] = order
  const isUniform = order.every(({ descending, nullable }) => descending === first?.descending && !nullable)
  if (first && isUniform) {
    // A comparison of rows, which an index serves at any depth of the list.
    const columns = sql.join(order.map(({ column }) => column))
    const passed = sql.join(order.map((_, place) => values[place]))
    return sql`(${columns}) ${sql.raw(first.descending ? '<' : '>')} (${passed})`
  }
  return eb.or(
    order.map((last, index) =>
      eb.and([
        ...order.slice(0, index).map(({ column }, place) => equals(column, values[place] ?? null)),
        isColumnAfter(last, values[index] ?? null),
      ]),
    ),
  )
}

function equals(column: Expression<never>, value: Value): Expression<SqlBool> {
  return value === null ? eb(column, 'is', null as never) : eb(column, '=', value as never)
}

function isColumnAfter({ column, descending, nullable }: OrderColumn, value: Value): Expression<SqlBool> {
  const isNull = eb(column, 'is', null as never)
  if (value === null) return descending ? eb.lit(false) : eb.not(isNull)
  const isBeyond = eb(column, descending ? '<' : '>', value as never)
  return nullable && descending ? eb.or([isBeyond, isNull]) : isBeyond
}

/** The values of a row in the columns of an order. */
export function valuesOf(row: Row, order: readonly OrderColumn[]): Value[] {
  return order.map(({ name }) => (row as Row & Record<string, Value>)[name] ?? null)
}

type OrderNames = readonly Pick<OrderColumn, 'name' | 'descending'>[]

/** Makes an opaque cursor after these values in the order. It is signed, so that only cursors of the forum are read. */
export function writeCursor(
  context: Context,
  resource: Resource,
  order: OrderNames,
  values: readonly Value[],
): string {
  const body = Buffer.from(JSON.stringify(values))
  const signature = sign(context.forum.secrets.signing, resource, order, body)
  return Buffer.concat([signature, body]).toString('base64url')
}

/** Reads the values of a cursor. @throws 400 if the signature is not the forum's, or of another list or order. */
export function readCursor(context: Context, resource: Resource, order: OrderNames, cursor: string): Value[] {
  const bytes = Buffer.from(cursor, 'base64url')
  const [signature, body] = [bytes.subarray(0, signatureBytes), bytes.subarray(signatureBytes)]
  if (bytes.toString('base64url') !== cursor || signature.length !== signatureBytes) throw invalidParameter()
  const { secrets } = context.forum
  const isOurs = [secrets, ...secrets.previous].some(({ signing }) =>
    timingSafeEqual(signature, sign(signing, resource, order, body)),
  )
  if (!isOurs) throw invalidParameter()
  return JSON.parse(body.toString()) as Value[]
}

const signatureBytes = 12

function sign(signing: KeyObject, { type }: Resource, order: OrderNames, body: Buffer): Buffer {
  const fields = order.map(({ name, descending }) => (descending ? `-${name}` : name))
  return createHmac('sha256', signing)
    .update(`cursor ${type} ${fields.join()} `)
    .update(body)
    .digest()
    .subarray(0, signatureBytes)
}
