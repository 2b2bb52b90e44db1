import type { Expression, SqlBool } from 'kysely'
import { expressionBuilder } from 'kysely'
import type { Tables } from '../../infrastructure/db/tables.ts'
import { invalidParameter } from '../../infrastructure/errors.ts'
import { type Context, unboundedReads } from '../../points/context/context.ts'
import type { IndexEndpoint, ListRequest, SortField } from '../../points/resources/endpoints.ts'
import type { ResourceRows, Row } from '../../points/resources/resource-rows.ts'
import type { Resource } from '../../points/resources/resources.ts'
import { complementOf, filterConditions, idIn } from './conditions.ts'
import { readFilterValue } from './filter-values.ts'
import { behind, type OrderColumn, ordered, orderOf, readCursor, valuesOf, writeCursor } from './order.ts'
import { runPreparedQuery } from './prepared-queries.ts'
import { type PageQuery, parseFilters, parsePage, parseSort, type Query } from './query.ts'
import { type AnyExpressionBuilder, loadPlainRows, type RowsQuery, visibleRows } from './rows.ts'
import { runSearch } from './search.ts'

/** One page of a list. */
export interface ListedRows {
  rows: Row[]
  page: PageQuery
  /** Rows before the page. */
  offset: number
  hasMore: boolean
  /** Cursor behind the last row. */
  cursor: string | undefined
  /** What to search for instead, where something else was probably meant. */
  suggestion?: string | undefined
}

/** At most so many rows stand before the others; more of them are listed in their normal place. */
const maximumPinned = 50

const eb: AnyExpressionBuilder = expressionBuilder<Tables, keyof Tables>()

/** The rows of a list endpoint that `query` asks for and the actor may see. */
export async function listRows(context: Context, resource: Resource, query: Query): Promise<ListedRows> {
  const endpoint = resource.endpoints.index
  if (endpoint?.find) return findRows(context, resource, query, endpoint.find)
  const sort = endpoint?.ignoresSort ? [] : parseSort(query.sort, resource, context)
  const page = parsePage(query.page, endpoint?.limit)
  const filters = parseFilters(query.filter)
  const order = orderOf(resource, sort.length > 0 ? sort : defaultSort(endpoint?.sort?.([...filters.keys()])))

  // The page that most people ask for: the first one, as it is.
  const isPlain =
    sort.length === 0 &&
    filters.size === 0 &&
    !endpoint?.where &&
    page.limit === parsePage({}, endpoint?.limit).limit &&
    page.offset === 0 &&
    page.near === undefined &&
    (page.after ?? '') === ''
  const known = isPlain ? await keptPinned(context, resource, order) : undefined
  if (known?.length === 0) {
    return finish(context, resource, await keptFirst(context, resource, order, page.limit), page, 0, order)
  }
  if (
    page.near !== undefined &&
    endpoint?.near &&
    (sort.length > 0 || [...filters.keys()].join() !== endpoint.near)
  ) {
    throw invalidParameter()
  }
  const search = await runSearch(context, resource, filters)
  if (search?.ranked && sort.length === 0) {
    return { ...(await rankedPage(context, resource, search.ranked, page)), suggestion: search.suggestion }
  }
  const near = endpoint?.near ? page.near : undefined
  const request: ListRequest = {
    filters,
    sort,
    offset: page.offset,
    limit: page.limit,
    ...(near && { near }),
  }
  const seek = page.after === undefined && !search ? await endpoint?.seek?.(request, context) : undefined
  if (seek) {
    return finish(context, resource, await seek.rows(page.limit + 1), page, seek.offset, order)
  }

  let base = visibleRows(context, resource, { db: unboundedReads(context) })
  if (endpoint?.where) base = base.where(endpoint.where(eb, context))
  const conditions = search?.conditions ?? filterConditions(context, resource, filters)
  for (const condition of conditions) base = base.where(condition)
  const isPinning = sort.length === 0 && !search
  const pinned = known ?? (isPinning ? await pinnedRows(context, resource, base, order, filters) : [])
  const listed = await orderedPage(context, resource, { base, pinned, order }, page)
  return { ...listed, suggestion: search?.suggestion }
}

interface OrderedRows {
  base: RowsQuery
  pinned: readonly Row[]
  order: readonly OrderColumn[]
}

/** A page of the rows of a query: first those that are pinned. */
async function orderedPage(
  context: Context,
  resource: Resource,
  { base, pinned, order }: OrderedRows,
  page: PageQuery,
): Promise<ListedRows> {
  const ids = pinned.map((row) => row.id)
  const rest = ids.length === 0 ? base : base.where(eb.not(idIn(context, resource, ids)))
  if (page.after !== undefined) {
    if (page.after !== '') {
      const after = rest.where(behind(order, readCursor(context, resource, order, page.after)))
      return finish(context, resource, await fetchPage(after, order, 0, page.limit), page, 0, order)
    }
    // All that is pinned stands on the first page, with at least one other row that the next page goes on behind.
    const limit = pinned.length + Math.max(page.limit - pinned.length, 1)
    const rows = [...pinned, ...(await fetchPage(rest, order, 0, limit - pinned.length))]
    return finish(context, resource, rows, { ...page, limit }, 0, order, pinned.length + 1)
  }
  const pinnedHere = pinned.slice(page.offset, page.offset + page.limit)
  const offset = Math.max(0, page.offset - pinned.length)
  const rows = await fetchPage(rest, order, offset, page.limit - pinnedHere.length)
  return finish(context, resource, [...pinnedHere, ...rows], page, page.offset, order)
}

const newestFirst = [{ name: 'id', descending: true }]

async function findRows(
  context: Context,
  resource: Resource,
  query: Query,
  find: NonNullable<IndexEndpoint['find']>,
): Promise<ListedRows> {
  const page = parsePage(query.page, resource.endpoints.index?.limit)
  const order = orderOf(resource, newestFirst)
  const [before] = page.after ? readCursor(context, resource, order, page.after) : []
  const sent = [...parseFilters(query.filter)].filter(([key]) => key === 'id' || key === '-id')
  const ids = sent.map(([key, raw]) => ({ key, ids: readFilterValue('integers', 'id', raw, context) }))
  const isWanted = (column: Expression<number>) => {
    if (ids.length === 0) return undefined
    const { dialect } = context.forum.database
    return eb.and(
      ids.map(({ key, ids: values }) => {
        const among = dialect.idIn(column, values)
        return key === 'id' ? among : complementOf(among)
      }),
    )
  }
  const offset = page.after === undefined ? page.offset : 0
  const cursor = typeof before === 'number' && { before }
  const rows = await find({ isWanted, offset, limit: page.limit + 1, ...cursor }, context)
  return finish(context, resource, rows, page, offset, order)
}

async function keptPinned(
  context: Context,
  resource: Resource,
  order: readonly OrderColumn[],
): Promise<Row[]> {
  const conditions = pinnedConditions(context, resource, [])
  if (conditions.length === 0) return []
  return runPreparedQuery(context, `${resource.type} pinned`, () =>
    pinnedSelect(visibleRows(context, resource), conditions, order),
  )
}

function keptFirst(
  context: Context,
  resource: Resource,
  order: readonly OrderColumn[],
  limit: number,
): Promise<Row[]> {
  return runPreparedQuery(context, `${resource.type} first ${limit}`, () => {
    const sorted = ordered(visibleRows(context, resource), order)
    return Number.isFinite(limit) ? sorted.limit(limit + 1) : sorted
  })
}

function pinnedConditions(context: Context, resource: Resource, filters: readonly string[]) {
  return resource.pinned
    .map((pinned) => pinned(eb, context, filters))
    .filter((condition) => condition !== undefined)
}

function pinnedSelect(
  query: RowsQuery,
  conditions: readonly Expression<SqlBool>[],
  order: readonly OrderColumn[],
): RowsQuery {
  return ordered(query.where(eb.or([...conditions])), order).limit(maximumPinned)
}

function defaultSort(sort: string | undefined): SortField[] {
  if (!sort) return []
  return sort.split(',').map((part) => ({ name: part.replace(/^-/, ''), descending: part.startsWith('-') }))
}

const byRelevance = [{ name: 'relevance', descending: true }]

/** A page of rows whose order a search has found. */
async function rankedPage(
  context: Context,
  resource: Resource,
  ranked: readonly number[],
  page: PageQuery,
): Promise<ListedRows> {
  const { after, limit } = page
  const behind = after ? Number(readCursor(context, resource, byRelevance, after)[0]) : 0
  const offset = after === undefined ? page.offset : behind
  const ids = ranked.slice(offset, offset + limit)
  const rows = await loadPlainRows(context, resource.type as keyof ResourceRows, ids)
  const hasMore = ranked.length > offset + limit
  const cursor =
    after === undefined ? undefined : writeCursor(context, resource, byRelevance, [offset + limit])
  return { rows: [...rows.values()], page, offset, hasMore, cursor }
}

async function pinnedRows(
  context: Context,
  resource: Resource,
  base: RowsQuery,
  order: readonly OrderColumn[],
  filters: ReadonlyMap<string, unknown>,
): Promise<Row[]> {
  const conditions = pinnedConditions(context, resource, [...filters.keys()])
  return conditions.length === 0 ? [] : pinnedSelect(base, conditions, order).execute()
}

/** One row more than `limit`, to know whether there is a next page. */
async function fetchPage(
  query: RowsQuery,
  order: readonly OrderColumn[],
  offset: number,
  limit: number,
): Promise<Row[]> {
  const sorted = ordered(query, order)
  if (!Number.isFinite(limit))
    return (offset > 0 ? sorted.limit(Number.MAX_SAFE_INTEGER).offset(offset) : sorted).execute()
  const limited = sorted.limit(limit + 1)
  return (offset > 0 ? limited.offset(offset) : limited).execute()
}

async function finish(
  context: Context,
  resource: Resource,
  found: Row[],
  page: PageQuery,
  offset: number,
  order: readonly OrderColumn[],
  /** Rows that a page asked for by cursor has in any case. */
  least = 1,
): Promise<ListedRows> {
  const count = Math.min(page.limit, page.after === undefined ? found.length : withinBytes(found, least))
  const hasMore = found.length > count
  const rows = hasMore ? found.slice(0, count) : found
  const last = rows.at(-1)
  const cursor =
    last && page.after !== undefined
      ? writeCursor(context, resource, order, valuesOf(last, order))
      : undefined
  return { rows, page, offset, hasMore, cursor }
}

/** Bytes of long texts after which a page that is asked for by cursor ends early. */
const mostLongBytes = 512 * 1024

/** How many of the rows have at most so many bytes of long texts together. */
function withinBytes(rows: readonly Row[], least: number): number {
  let bytes = 0
  const end = rows.findIndex(({ omitted_bytes = 0 }, index) => {
    bytes += omitted_bytes
    return index >= least && bytes > mostLongBytes
  })
  return end < 0 ? rows.length : end
}
