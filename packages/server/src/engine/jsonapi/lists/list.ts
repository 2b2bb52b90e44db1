import type { Expression, SqlBool } from 'kysely'
import { expressionBuilder } from 'kysely'
import type { Tables } from '../../../infrastructure/db/tables.ts'
import { invalidParameter } from '../../../infrastructure/errors.ts'
import { type Context, unboundedReads } from '../../../points/context/context.ts'
import type { IndexEndpoint, ListRequest, Seek, SortField } from '../../../points/resources/endpoints.ts'
import type { ResourceRows, Row } from '../../../points/resources/resource-rows.ts'
import type { Resource } from '../../../points/resources/resources.ts'
import { prepareForEach, prepareQuery } from '../prepared-queries.ts'
import { type PageQuery, parseFilters, parsePage, parseSort, type Query } from '../query.ts'
import { type AnyExpressionBuilder, loadPlainRows, type RowsQuery, visibleRows } from '../rows.ts'
import {
  complementOf,
  defaultConditions,
  filterConditions,
  filtersInUse,
  idIn,
  listConditions,
  whereOf,
} from './conditions.ts'
import { fetchRows, type OrderedList, selectAmongFirst } from './fetch-rows.ts'
import { readFilterValue } from './filter-values.ts'
import { scanOfFilters, scanOfVisible } from './index-scans.ts'
import { type OrderColumn, orderOf, orderRows, readCursor, valuesOf, writeCursor } from './order.ts'
import type { Wanted } from './scan-index.ts'
import { runSearch } from './search.ts'

/** One page of a list. */
export interface ListedRows {
  rows: Row[]
  page: PageQuery
  /** Number of rows before the page. */
  offset: number
  hasMore: boolean
  /** Cursor after the last row. */
  cursor: string | undefined
  /** Whether the list was asked for without pages. */
  isWhole?: boolean
  /** A text to search for instead, if the searched one is probably misspelt. */
  suggestion?: string | undefined
  /** Names in a search without results that name nothing, by filter. */
  unknown?: Record<string, string[]> | undefined
}

/** A whole list has no more rows: tables that are kept in memory have at most as many. */
const wholePage: PageQuery = { offset: 0, limit: 10_000, near: undefined, after: undefined }

/** Pinned rows beyond this number are listed in their normal place. */
const maximumPinned = 50

const eb: AnyExpressionBuilder = expressionBuilder<Tables, keyof Tables>()

/**
 * Finds the page of a list that `query` requests, of rows that the actor may see. `endpoint` is the list of the resource
 * itself, or another one of its rows, which has no search, pinned rows and default conditions.
 */
export async function listRows(
  context: Context,
  resource: Resource,
  query: Query,
  endpoint: IndexEndpoint | undefined = resource.endpoints.index,
): Promise<ListedRows> {
  if (endpoint?.find) return findRows(context, resource, query, endpoint.find)
  const isOwn = endpoint === resource.endpoints.index
  const sort = endpoint?.ignoresSort ? [] : parseSort(query.sort, resource, context)
  const requested = parsePage(query.page, endpoint?.limit)
  const filters = parseFilters(query.filter)
  const names = filtersInUse(resource, filters)
  const isWhole = endpoint?.isWhole?.({ filters: names, limit: requested.limit }) ?? false
  const page = isWhole ? wholePage : requested
  const order = sort.length > 0 ? orderOf(resource, sort) : defaultOrder(resource, endpoint, names)

  // Most requests are for the first page in default order, which prepared queries answer.
  const isDefaultPage =
    isOwn &&
    sort.length === 0 &&
    names.length === 0 &&
    !endpoint?.where &&
    page.limit === defaultLimit(resource) &&
    page.offset === 0 &&
    page.near === undefined &&
    (page.after ?? '') === ''
  const defaultPinned = isDefaultPage ? await loadPinned(context, resource) : undefined
  const isScanned = isOwn && names.length === 0 && Number.isFinite(page.limit)
  const visible = isScanned ? scanOfVisible(context, resource) : undefined
  const isPrepared = defaultPinned?.length === 0
  if (isPrepared) {
    const found = await (visible ? pageAmongFirst : firstPage)(resource)(context, {})
    if (!visible || found.length > page.limit) return createPage(context, resource, found, page, 0, order)
  }
  const isNear = page.near !== undefined && endpoint?.near !== undefined
  if (isNear && (sort.length > 0 || [...filters.keys()].join() !== endpoint.near)) throw invalidParameter()
  const search = isOwn ? await runSearch(context, resource, filters) : undefined
  if (search?.ranked && sort.length === 0) {
    const { ranked, suggestion } = search
    const unknown = ranked.length === 0 ? await search.findUnknown() : undefined
    return { ...(await rankedPage(context, resource, ranked, page)), suggestion, unknown }
  }
  const hasAllRows = !search && defaultConditions(context, resource, names).length === 0
  const seek = hasAllRows && !isWhole && (await seekPage(context, endpoint, { filters, sort, page }))
  if (seek) {
    return createPage(context, resource, await seek.rows(page.limit + 1), page, seek.offset, order)
  }

  const conditions = search?.conditions ?? [
    ...(isOwn ? listConditions(context, resource, names) : whereOf(context, endpoint)),
    ...filterConditions(context, resource, filters),
  ]
  const rowsFrom = (from?: RowsQuery) =>
    conditions.reduce<RowsQuery>(
      (rows, condition) => rows.where(condition),
      visibleRows(context, resource, from ? { from } : { db: unboundedReads(context) }),
    )
  const hasPinned = isOwn && sort.length === 0 && !search
  const pinned =
    defaultPinned ?? (hasPinned ? await findPinned(context, resource, rowsFrom(), order, names) : [])
  const scan = scanOfFilters(context, resource, search?.filters ?? filters)
  const listed = await orderedPage(
    context,
    resource,
    { rowsFrom, pinned, order, ...(scan && { scan }), ...(visible && { visible, hasFewFirst: isPrepared }) },
    page,
  )
  const isEmpty = listed.rows.length === 0 && listed.offset === 0
  const unknown = isEmpty ? await search?.findUnknown() : undefined
  return { ...listed, isWhole, suggestion: search?.suggestion, unknown }
}

/** Finds the beginning of a page by number without the rows before it, where the endpoint can. */
function seekPage(
  context: Context,
  endpoint: IndexEndpoint | undefined,
  {
    page: { after, offset, limit, near },
    ...request
  }: Pick<ListRequest, 'filters' | 'sort'> & { page: PageQuery },
): Promise<Seek | undefined> | undefined {
  if (after !== undefined) return undefined
  return endpoint?.seek?.({ ...request, offset, limit, ...(near && endpoint.near && { near }) }, context)
}

/** A page of a list, with the pinned rows first. */
async function orderedPage(
  context: Context,
  resource: Resource,
  { pinned, ...list }: OrderedList & { pinned: readonly Row[] },
  page: PageQuery,
): Promise<ListedRows> {
  const { order } = list
  const ids = pinned.map((row) => row.id)
  const isRest = ids.length > 0 && eb.not(idIn(context, resource, ids))
  const fetch = (part: Partial<Wanted> & Pick<Wanted, 'limit'>) =>
    fetchRows(
      context,
      resource,
      { ...list, ...(isRest && { isRest }) },
      {
        after: undefined,
        offset: 0,
        ...part,
        // One row more tells whether a next page exists.
        limit: part.limit + 1,
      },
    )
  if (page.after !== undefined) {
    if (page.after !== '') {
      const after = readCursor(context, resource, order, page.after)
      return createPage(context, resource, await fetch({ after, limit: page.limit }), page, 0, order)
    }
    // The first page holds all pinned rows, and at least one other row, which the cursor of the next page needs.
    const limit = pinned.length + Math.max(page.limit - pinned.length, 1)
    const rows = [...pinned, ...(await fetch({ limit: limit - pinned.length }))]
    return createPage(context, resource, rows, { ...page, limit }, 0, order, pinned.length + 1)
  }
  const pinnedOnPage = pinned.slice(page.offset, page.offset + page.limit)
  const offset = Math.max(0, page.offset - pinned.length)
  const rows = await fetch({ offset, limit: page.limit - pinnedOnPage.length })
  return createPage(context, resource, [...pinnedOnPage, ...rows], page, page.offset, order)
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
  const idFilters = [...parseFilters(query.filter)].filter(([key]) => key === 'id' || key === '-id')
  const ids = idFilters.map(([key, raw]) => ({ key, ids: readFilterValue('integers', 'id', raw, context) }))
  const filterCondition = (column: Expression<number>) => {
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
  const rows = await find({ filterCondition, offset, limit: page.limit + 1, ...cursor }, context)
  return createPage(context, resource, rows, page, offset, order)
}

const pinnedRows = prepareForEach((resource: Resource) =>
  prepareQuery((context) => {
    const conditions = pinnedConditions(context, resource, [])
    return selectPinned(defaultRows(context, resource), conditions, ownOrder(resource))
  }),
)

async function loadPinned(context: Context, resource: Resource): Promise<Row[]> {
  const hasPinned = pinnedConditions(context, resource, []).length > 0
  return hasPinned ? pinnedRows(resource)(context, {}) : []
}

/** The rows of the first page in default order, and one more. */
const firstPage = prepareForEach((resource: Resource) =>
  prepareQuery((context) => {
    const limit = defaultLimit(resource)
    const sorted = orderRows(defaultRows(context, resource), ownOrder(resource))
    return Number.isFinite(limit) ? sorted.limit(limit + 1) : sorted
  }),
)

/** As `firstPage`, but only among the rows that come first in the table. */
const pageAmongFirst = prepareForEach((resource: Resource) =>
  prepareQuery((context) => {
    const rowsFrom = (from?: RowsQuery) => defaultRows(context, resource, from)
    const wanted = { after: undefined, offset: 0, limit: defaultLimit(resource) + 1 }
    return selectAmongFirst(context, resource, { rowsFrom, order: ownOrder(resource) }, wanted)
  }),
)

/** The rows of the list without filters, from rows of the table or from all. */
function defaultRows(context: Context, resource: Resource, from?: RowsQuery): RowsQuery {
  const [condition] = defaultConditions(context, resource, [])
  const rows = visibleRows(context, resource, from && { from })
  return condition ? rows.where(condition) : rows
}

function ownOrder(resource: Resource): readonly OrderColumn[] {
  return defaultOrder(resource, resource.endpoints.index, [])
}

function defaultLimit({ endpoints }: Resource): number {
  return parsePage({}, endpoints.index?.limit).limit
}

/** The order of a list without `sort`, which may depend on the names of its filters. */
function defaultOrder(
  resource: Resource,
  endpoint: IndexEndpoint | undefined,
  filters: readonly string[],
): readonly OrderColumn[] {
  return orderOf(resource, defaultSort(endpoint?.sort?.(filters)))
}

function pinnedConditions(context: Context, resource: Resource, filters: readonly string[]) {
  return resource.pinned
    .map((pinned) => pinned(eb, context, filters))
    .filter((condition) => condition !== undefined)
}

function selectPinned(
  query: RowsQuery,
  conditions: readonly Expression<SqlBool>[],
  order: readonly OrderColumn[],
): RowsQuery {
  return orderRows(query.where(eb.or([...conditions])), order).limit(maximumPinned)
}

function defaultSort(sort: string | undefined): SortField[] {
  if (!sort) return []
  return sort.split(',').map((part) => ({ name: part.replace(/^-/, ''), descending: part.startsWith('-') }))
}

const byRelevance = [{ name: 'relevance', descending: true }]

/** A page of rows in the order of a search. */
async function rankedPage(
  context: Context,
  resource: Resource,
  ranked: readonly number[],
  page: PageQuery,
): Promise<ListedRows> {
  const { after, limit } = page
  const cursorOffset = after ? Number(readCursor(context, resource, byRelevance, after)[0]) : 0
  const offset = after === undefined ? page.offset : cursorOffset
  const ids = ranked.slice(offset, offset + limit)
  const rows = await loadPlainRows(context, resource.type as keyof ResourceRows, ids)
  const hasMore = ranked.length > offset + limit
  const cursor =
    after === undefined ? undefined : writeCursor(context, resource, byRelevance, [offset + limit])
  return { rows: [...rows.values()], page, offset, hasMore, cursor }
}

async function findPinned(
  context: Context,
  resource: Resource,
  base: RowsQuery,
  order: readonly OrderColumn[],
  filters: readonly string[],
): Promise<Row[]> {
  const conditions = pinnedConditions(context, resource, filters)
  return conditions.length === 0 ? [] : selectPinned(base, conditions, order).execute()
}

async function createPage(
  context: Context,
  resource: Resource,
  found: Row[],
  page: PageQuery,
  offset: number,
  order: readonly OrderColumn[],
  /** Rows of a page by cursor, however long their texts are. */
  minimumRows = 1,
): Promise<ListedRows> {
  const count = Math.min(
    page.limit,
    page.after === undefined ? found.length : countWithinBytes(found, minimumRows),
  )
  const hasMore = found.length > count
  const rows = hasMore ? found.slice(0, count) : found
  const last = rows.at(-1)
  const cursor =
    last && page.after !== undefined
      ? writeCursor(context, resource, order, valuesOf(last, order))
      : undefined
  return { rows, page, offset, hasMore, cursor }
}

/** Bytes of long texts after which a page by cursor ends early. */
const maximumLongBytes = 512 * 1024

/** Counts the rows, from the first on, whose long texts together stay within that limit. */
function countWithinBytes(rows: readonly Row[], minimumRows: number): number {
  let bytes = 0
  const end = rows.findIndex(({ omitted_bytes = 0 }, index) => {
    bytes += omitted_bytes
    return index >= minimumRows && bytes > maximumLongBytes
  })
  return end < 0 ? rows.length : end
}
