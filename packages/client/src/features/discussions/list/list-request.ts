import { buildQuery } from '@parley/shared'
import type { App } from '../../../base/app-context.ts'
import { pageParams } from '../../../base/lists/paged-list.ts'
import type { PageLocation } from '../../../base/router/route.ts'

/** The orders of a list by their name in the address. */
const SORTS: Readonly<Record<string, string>> = {
  latest: '-lastPostedAt',
  top: '-commentCount',
  newest: '-createdAt',
  oldest: 'createdAt',
}

/** Names of the orders that one can choose for what an address lists. */
export function sortNames({ query }: Pick<PageLocation, 'query'>): string[] {
  return query.has('q') ? ['relevance', ...Object.keys(SORTS)] : Object.keys(SORTS)
}

/** Name of the order a list is in. Unknown ones are ignored. */
export function currentSort({ query }: Pick<PageLocation, 'query'>): string {
  const name = query.get('sort')
  return name !== null && Object.hasOwn(SORTS, name) ? name : usualSort(query)
}

// What the server does without being told.
function usualSort(query: URLSearchParams): string {
  return query.has('q') ? 'relevance' : 'latest'
}

interface ListOptions {
  /** Conditions, by their names on the wire. */
  filter?: Record<string, string>
  /** Relationships to load besides. */
  include?: readonly string[]
}

/**
 * Path of the API for the discussions that an address lists (`?sort=` and `?page=`). Without a sort in the address
 * none is sent: the server's own order puts first what extensions want first, or what fits a search best.
 */
export function discussionsRequest(
  location: Pick<PageLocation, 'query'>,
  { includes }: Pick<App, 'includes'>,
  { filter = {}, include = [] }: ListOptions = {},
): string {
  const name = location.query.get('sort')
  const sort = name !== null && Object.hasOwn(SORTS, name) ? SORTS[name] : undefined
  const wanted = ['user', 'lastPostedUser', ...include, ...(includes.get('discussions') ?? [])]
  return `/discussions?${buildQuery({ include: wanted, filter, sort, page: pageParams(location) })}`
}

/** Address of the same list in another order, from its beginning. */
export function sortedPath({ path, query }: Pick<PageLocation, 'path' | 'query'>, sort: string): string {
  const other = new URLSearchParams(query)
  other.delete('page')
  if (sort === usualSort(query)) other.delete('sort')
  else other.set('sort', sort)
  return other.size === 0 ? path : `${path}?${other}`
}
