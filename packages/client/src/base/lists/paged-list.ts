import type { BoundedCount, CollectionDocument, ListTotals, ResourceObject } from '@parley/shared'
import type { PageLocation } from '../../points/routes.ts'

/** Number of rows that the server sends at once. */
const pageSize = 20

/** The loaded part of a list. */
export interface PagedList {
  readonly ids: readonly string[]
  /** API path of the next page; `undefined` at the end. */
  readonly next: string | undefined
  /** Number of the last loaded page, as in `?page=`. */
  readonly page: number
  /** When its first page was asked for, as `performance.now()` tells it. */
  readonly readAt?: number | undefined
  /** Relationships from the list's own answers, by id: search matches belong to the list, not to the record. */
  readonly relationships: Readonly<Record<string, ResourceObject['relationships']>>
}

/** Page number of an address (`?page=`); 1 if it is missing or invalid. */
export function pageNumber({ query }: Pick<PageLocation, 'query'>): number {
  const page = Number(query.get('page') ?? 1)
  return Number.isSafeInteger(page) && page > 1 ? page : 1
}

/** The `page` parameter of a list request: a cursor for the first page, an offset for others. */
export function pageParams(location: Pick<PageLocation, 'query'>): Record<string, string | number> {
  const page = pageNumber(location)
  return page > 1 ? { offset: (page - 1) * pageSize } : { after: '' }
}

/** Path of another page of the same list. */
export function pagePath({ path, query }: Pick<PageLocation, 'path' | 'query'>, page: number): string {
  const other = new URLSearchParams(query)
  if (page > 1) other.set('page', String(page))
  else other.delete('page')
  return other.size === 0 ? path : `${path}?${other}`
}

/** Starts a list with its first answer. @param readAt as in `PagedList`. */
export function startList(document: CollectionDocument, page: number, readAt?: number): PagedList {
  const ids = document.data.map(({ id }) => id)
  return { ids, next: nextRequest(document), page, readAt, relationships: relationshipsOf(document) }
}

/** Appends a page to a list. Items that moved there meanwhile keep their place. */
export function extendList(list: PagedList, document: CollectionDocument): PagedList {
  const added = document.data.map(({ id }) => id).filter((id) => !list.ids.includes(id))
  return {
    ...list,
    ids: [...list.ids, ...added],
    next: nextRequest(document),
    page: list.page + 1,
    relationships: { ...relationshipsOf(document), ...list.relationships },
  }
}

/** Number of a list's rows up to the last loaded one. `first` is the number of the first loaded page. */
export function shownRows({ ids }: Pick<PagedList, 'ids'>, first: number): number {
  return (first - 1) * pageSize + ids.length
}

/**
 * Number of a list's rows: a list at its end knows it, others learn it from their totals, which may have found fewer than
 * are loaded. Undefined while it is unknown.
 */
export function countOfRows(
  list: Pick<PagedList, 'ids' | 'next'>,
  first: number,
  totals: ListTotals | undefined,
): BoundedCount | undefined {
  const shown = shownRows(list, first)
  const isBeyondEnd = list.ids.length === 0 && first > 1
  if (list.next === undefined && !isBeyondEnd) return { count: shown, hasMore: false }
  if (totals === undefined || isBeyondEnd) return totals?.rows
  return { ...totals.rows, count: Math.max(totals.rows.count, shown) }
}

function relationshipsOf({ data }: CollectionDocument): PagedList['relationships'] {
  return Object.fromEntries(data.map(({ id, relationships }) => [id, relationships]))
}

/** API path of the page after a document. Drops the host of its absolute link: this page has its own API URL. */
export function nextRequest({ links }: CollectionDocument): string | undefined {
  if (links.next === undefined) return undefined
  const { pathname, search } = new URL(links.next)
  return pathname.slice(pathname.lastIndexOf('/')) + search
}
