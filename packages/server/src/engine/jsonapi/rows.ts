import {
  type Compilable,
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely'
import type { Queries, Tables } from '../../infrastructure/db/tables.ts'
import { notFound } from '../../infrastructure/errors.ts'
import { RequestCache } from '../../infrastructure/request-cache.ts'
import { allOf, toExpression } from '../../points/access/conditions.ts'
import type { Context, WriteContext } from '../../points/context/context.ts'
import { isNotDeleted } from '../../points/resources/deletions.ts'
import type { ResourceRows, ResourceType, Row } from '../../points/resources/resource-rows.ts'
import type { Resource } from '../../points/resources/resources.ts'
import { attachFacts } from './attached-facts.ts'
import { selectLight } from './long-texts.ts'
import { type Bound, prepareForEach, prepareQuery } from './prepared-queries.ts'

/** An expression builder over every table, since the type of a resource's table is unknown here. */
export type AnyExpressionBuilder = ExpressionBuilder<Tables, keyof Tables>

/** A select over a resource's table. */
export type RowsQuery = SelectQueryBuilder<Tables, keyof Tables, Row>

const builder: AnyExpressionBuilder = expressionBuilder<Tables, keyof Tables>()

/** The resource of a type. @throws an `Error` for a type that no feature declares, which is a bug. */
export function resourceOf(context: Context, type: string): Resource {
  const resource = context.forum.points.resources.get(type)
  if (!resource) throw new Error(`No extension declares the resource '${type}'`)
  return resource
}

/** Options for a query of visible rows. */
interface RowsOptions {
  /** The connection; that of the context by default. */
  db?: Context['db']
  /** Whether it selects long texts, too (see `Row`). */
  isWhole?: boolean
  /** Rows of the table to select from, instead of all. */
  from?: RowsQuery
}

/** Selects the rows that the actor may see. */
export function visibleRows(
  context: Context,
  resource: Resource,
  { db = context.db, isWhole = false, from }: RowsOptions = {},
): RowsQuery {
  const table = tableOf(resource)
  const source = from ? (db.selectFrom(from.as(table)) as never) : db.selectFrom(table)
  const rows = isWhole ? allRows(db, resource) : (selectLight(source, resource) as unknown as RowsQuery)
  return rows.where(isVisible(context, resource.type))
}

/** The condition on rows of a type that the actor may see, for queries on its table. */
export function isVisible(context: Context, type: string): Expression<SqlBool> {
  return isAllowed(context, 'view', type as ResourceType)
}

/**
 * The condition on rows of a type on which the actor has an ability, for queries on its table. Those that are deleted are
 * left out, those that the actor does not see are not.
 */
export function isAllowed(context: Context, ability: string, type: ResourceType): Expression<SqlBool> {
  const { policies, resources } = context.forum.points
  const exists = isNotDeleted(resources.get(type)) ?? true
  return toExpression(allOf([exists, policies.rowsWhere(context, ability, type)]))
}

/** Selects all rows of a resource, whatever the actor may see. */
export function allRows(db: Queries, resource: Resource): RowsQuery {
  const table = tableOf(resource)
  return db.selectFrom(table).selectAll(table) as unknown as RowsQuery
}

function tableOf(resource: Resource): 'users' {
  if (!resource.table) throw new Error(`Resource '${resource.type}' has no table`)
  return resource.table as 'users'
}

/** The column `name` of a resource's table, qualified. */
export function columnOf(resource: Resource, name: string): Expression<never> {
  return builder.ref(`${resource.table}.${name}` as never)
}

type RowCache = Map<string, LoadedRows>
const rowCaches = new RequestCache<RowCache>()

function cacheOf(context: Context, type: string): Map<number, Row | undefined> {
  // Transactions change rows, so their reads are not cached.
  if ('emit' in context) return new Map()
  const cache: RowCache = rowCaches.get(context) ?? new Map()
  rowCaches.set(context, cache)
  const rows = cache.get(type) ?? new Map()
  cache.set(type, rows)
  return rows
}

/**
 * Adds rows that the actor may see to the request cache, so that includes of the same answer do not read them again,
 * and ids of `invisible` ones.
 */
export function rememberRows(
  context: Context,
  type: string,
  rows: readonly Row[],
  invisible: readonly number[] = [],
): void {
  const cache = cacheOf(context, type)
  for (const id of invisible) cache.set(id, undefined)
  for (const row of rows) cache.set(row.id, row)
}

/** Loads the visible rows among `ids` with attached facts: in one query, or none if they are cached. */
export async function loadRows<Type extends keyof ResourceRows & string>(
  context: Context,
  type: Type,
  ids: Iterable<number>,
): Promise<Map<number, ResourceRows[Type]>> {
  const rows = await loadPlainRows(context, type, ids)
  await attachFacts(context, resourceOf(context, type), [...rows.values()])
  return rows
}

/** As `loadRows`, without attached facts. What is asked for at the same time is loaded by one query. */
export async function loadPlainRows<Type extends keyof ResourceRows & string>(
  context: Context,
  type: Type,
  ids: Iterable<number>,
): Promise<Map<number, ResourceRows[Type]>> {
  const cache = cacheOf(context, type)
  const requested = new Set(ids)
  const missing = [...requested].filter((id) => !cache.has(id))
  if (missing.length > 0) {
    if ('emit' in context) await loadInto(cache, context, type, missing)
    else await loadInBatch(cache, context, type, missing)
  }
  const found = new Map<number, ResourceRows[Type]>()
  for (const id of requested) {
    const row = cache.get(id)
    if (row) found.set(id, row as ResourceRows[Type])
  }
  return found
}

type LoadedRows = Map<number, Row | undefined>

async function loadInto(
  cache: LoadedRows,
  context: Context,
  type: string,
  ids: readonly number[],
): Promise<void> {
  const resource = resourceOf(context, type)
  const rows = await (resource.load?.(ids, context) ?? selectRows(context, resource, ids))
  // Meanwhile others may have added rows: each row of a request is one object.
  for (const row of rows) if (!cache.has(row.id)) cache.set(row.id, row)
  for (const id of ids) if (!cache.has(id)) cache.set(id, undefined)
}

/** Rows of one type that are loaded together. */
interface Batch {
  db: Context['db']
  ids: Set<number>
  isOpen: boolean
  loaded: Promise<void>
}

const batches = new RequestCache<Map<string, Batch[]>>()

/** Adds rows to the open batch of their type, and waits for them and for those that other batches load already. */
async function loadInBatch(
  cache: LoadedRows,
  context: Context,
  type: string,
  missing: readonly number[],
): Promise<void> {
  const byType = batches.get(context) ?? new Map<string, Batch[]>()
  batches.set(context, byType)
  const pending = byType.get(type) ?? []
  byType.set(type, pending)
  const loading = pending.filter(({ ids }) => missing.some((id) => ids.has(id)))
  const others = missing.filter((id) => !loading.some(({ ids }) => ids.has(id)))
  if (others.length > 0) {
    const open = pending.find(({ isOpen, db }) => isOpen && db === context.db)
    const batch = open ?? beginBatch(cache, context, type, pending)
    for (const id of others) batch.ids.add(id)
    loading.push(batch)
  }
  await Promise.all(new Set(loading.map(({ loaded }) => loaded)))
}

function beginBatch(cache: LoadedRows, context: Context, type: string, pending: Batch[]): Batch {
  const load = async () => {
    // Until then all loads of one depth of a document have asked for their rows.
    await new Promise<void>((resolve) => process.nextTick(resolve))
    batch.isOpen = false
    try {
      await loadInto(cache, context, type, [...batch.ids])
    } finally {
      pending.splice(pending.indexOf(batch), 1)
    }
  }
  const batch: Batch = { db: context.db, ids: new Set(), isOpen: true, loaded: Promise.resolve() }
  pending.push(batch)
  batch.loaded = load()
  return batch
}

/** As `loadPlainRows`, but rows may have only the columns of the smallest form. */
export async function loadBareRows<Type extends keyof ResourceRows & string>(
  context: Context,
  type: Type,
  ids: Iterable<number>,
): Promise<ReadonlyMap<number, Row>> {
  const resource = resourceOf(context, type)
  const cache = cacheOf(context, type)
  const requested = [...new Set(ids)]
  if (!resource.bareColumns || resource.load || requested.every((id) => cache.has(id))) {
    return loadPlainRows(context, type, requested)
  }
  const rows = await bareRowsById(resource)(context, { ids: requested })
  return new Map(rows.map((row) => [row.id, row]))
}

type ById = Bound<{ ids: readonly number[] }>

const rowsById = prepareForEach((resource: Resource) =>
  prepareQuery((context, { ids }: ById) =>
    visibleRows(context, resource).where(isAmongIds(context, resource, ids)),
  ),
)

const wholeRowsById = prepareForEach((resource: Resource) =>
  prepareQuery((context, { ids }: ById) =>
    visibleRows(context, resource, { isWhole: true }).where(isAmongIds(context, resource, ids)),
  ),
)

const bareRowsById = prepareForEach((resource: Resource) =>
  prepareQuery((context, { ids }: ById): Compilable<Row> => {
    const table = tableOf(resource)
    return context.db
      .selectFrom(table)
      .select((resource.bareColumns ?? []).map((column) => `${table}.${column as 'id'}` as const))
      .where(isVisible(context, resource.type))
      .where(isAmongIds(context, resource, ids))
  }),
)

/** Selects rows by id. Transactions read long texts, too. */
function selectRows(context: Context, resource: Resource, ids: readonly number[]): Promise<Row[]> {
  const select = 'emit' in context ? wholeRowsById : rowsById
  return select(resource)(context, { ids })
}

function isAmongIds({ forum }: Context, resource: Resource, ids: ById['ids']): Expression<SqlBool> {
  return forum.database.dialect.idIn(columnOf(resource, 'id'), ids)
}

/** Finds a row by id. @throws 404 if it is missing or the actor may not see it. */
export async function findRow<Type extends keyof ResourceRows & string>(
  context: Context,
  type: Type,
  id: number,
): Promise<ResourceRows[Type]> {
  const row = (await loadRows(context, type, [id])).get(id)
  if (!row) throw notFound()
  return row
}

/** As `findRow`, but locks the row until the transaction ends. */
export async function findRowForUpdate<Type extends keyof ResourceRows & string>(
  context: WriteContext,
  type: Type,
  id: number,
): Promise<ResourceRows[Type]> {
  await lockRow(context, type, id)
  return findRow(context, type, id)
}

/** Locks a row until the transaction ends, so that counters of its children stay exact. */
export async function lockRow(
  context: WriteContext,
  type: keyof ResourceRows & string,
  id: number,
): Promise<void> {
  const resource = resourceOf(context, type)
  const { forUpdate, locksRows } = context.forum.database.dialect
  if (!locksRows) return
  const { lockedWith, table } = resource
  if (lockedWith) {
    const key = lockedWith.key as 'id'
    const row = await context.db
      .selectFrom(table as 'users')
      .select(key)
      .where('id', '=', id)
      .executeTakeFirst()
    if (row) await lockRow(context, lockedWith.type, row[key])
  }
  await context.db
    .selectFrom(table as 'users')
    .select('id')
    .where('id', '=', id)
    .modifyEnd(forUpdate)
    .execute()
}

/** Locks rows of a table until the transaction ends, in the order of their ids. */
export async function lockRows(
  context: WriteContext,
  table: keyof Tables & string,
  ids: readonly number[],
): Promise<void> {
  if (context.forum.database.dialect.locksRows && ids.length > 0) {
    await lockingSelect(context, table, ids).execute()
  }
}

/**
 * As `lockRows`, for a table whose rows are deleted in batches: leaves out the rows that are marked as deleted. Returns
 * the ids of the others, which nothing can delete before the transaction ends.
 */
export async function lockLivingRows(
  context: WriteContext,
  table: keyof Tables & string,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await lockingSelect(context, table, ids).where('deleted_at', 'is', null).execute()
  return rows.map(({ id }) => id)
}

function lockingSelect({ db, forum }: WriteContext, table: keyof Tables & string, ids: readonly number[]) {
  const { dialect } = forum.database
  return db
    .selectFrom(table as 'users')
    .select('id')
    .where((eb) => dialect.idIn(eb.ref('id'), ids))
    .orderBy('id')
    .modifyEnd(dialect.forUpdate)
}

/** Reads the current row, whatever the actor may see; undefined if it is deleted. */
export async function currentRow<Type extends keyof ResourceRows & string>(
  context: Context,
  type: Type,
  id: number,
): Promise<ResourceRows[Type] | undefined> {
  const resource = resourceOf(context, type)
  const exists = isNotDeleted(resource)
  const query = allRows(context.db, resource).where(`${resource.table}.id` as never, '=', id as never)
  const rows = await (exists ? query.where(exists) : query).execute()
  await attachFacts(context, resource, rows)
  return rows[0] as ResourceRows[Type] | undefined
}
