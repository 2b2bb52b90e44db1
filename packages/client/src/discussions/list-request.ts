import { buildQuery } from '@parley/shared'
import type { App } from '../app-context.ts'
import type { PageLocation } from '../router/route.ts'
import { pageParams } from '../store/paged-list.ts'

/** The orders of a list by their name in the address. */
const SORTS: Readonly<Record<string, string>> = {
  latest: '-lastPostedAt',
  top: '-commentCount',
  newest: '-createdAt',
  oldest: 'createdAt',
}

export const sortNames = Object.keys(SORTS)

/** Name of the order a list is in. Unknown ones are ignored. */
export function currentSort({ query }: PageLocation): string {
  const name = query.get('sort')
  return name !== null && Object.hasOwn(SORTS, name) ? name : 'latest'
}

/**
 * Path of the API for the discussions that an address lists (`?sort=` and `?page=`). Without a sort in the address
 * none is sent: the server's own order puts first what extensions want first.
 * @param filter further conditions, by their names on the wire.
 */
export function discussionsRequest(
  location: PageLocation,
  { includes }: Pick<App, 'includes'>,
  filter: Record<string, string> = {},
): string {
  const name = location.query.get('sort')
  const sort = name !== null && Object.hasOwn(SORTS, name) ? SORTS[name] : undefined
  const include = ['user', 'lastPostedUser', ...(includes.get('discussions') ?? [])]
  return `/discussions?${buildQuery({ include, filter, sort, page: pageParams(location) })}`
}

/** Address of the same list in another order. */
export function sortedPath({ path }: PageLocation, sort: string): string {
  return sort === 'latest' ? path : `${path}?sort=${sort}`
}
