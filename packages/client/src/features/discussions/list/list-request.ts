import { buildQuery } from '@parley/shared'
import { pageParams } from '../../../base/lists/paged-list.ts'
import type { App } from '../../../points/app.ts'
import { includesOf } from '../../../points/pages/includes.ts'
import type { PageLocation } from '../../../points/routes.ts'

/** API sorts by their name in the address. */
const sorts: Readonly<Record<string, string>> = {
  latest: '-lastPostedAt',
  top: '-commentCount',
  newest: '-createdAt',
  oldest: 'createdAt',
}

/** Returns the names of the sorts that a list offers. */
export function sortNames({ query }: Pick<PageLocation, 'query'>): string[] {
  return query.has('q') ? ['relevance', ...Object.keys(sorts)] : Object.keys(sorts)
}

/** Returns the name of a list's sort. Ignores unknown names. */
export function currentSort({ query }: Pick<PageLocation, 'query'>): string {
  const name = query.get('sort')
  return name !== null && Object.hasOwn(sorts, name) ? name : defaultSort(query)
}

// The server's sort for requests without one.
function defaultSort(query: URLSearchParams): string {
  return query.has('q') ? 'relevance' : 'latest'
}

interface ListOptions {
  /** Filter values by their names on the wire. */
  filter?: Record<string, string>
  /** Additional relationships to load. */
  include?: readonly string[]
}

/**
 * Returns the API path of the discussions at a location (`?sort=` and `?page=`). Sends a sort only if the location
 * has one: the server's default puts pinned discussions first, or the best matches of a search.
 */
export function discussionsRequest(
  location: Pick<PageLocation, 'query'>,
  app: Pick<App, 'includes'>,
  { filter = {}, include = [] }: ListOptions = {},
): string {
  const name = location.query.get('sort')
  const sort = name !== null && Object.hasOwn(sorts, name) ? sorts[name] : undefined
  const own = ['user', 'lastPostedUser', ...include]
  const query = {
    include: includesOf(app, { discussions: '', 'discussions.list': '' }, own),
    filter,
    sort,
    page: pageParams(location),
  }
  return `/discussions?${buildQuery(query)}`
}

/** Returns the API path of the totals of all discussions that pass a filter. */
export function totalsRequest(filter: Record<string, string> = {}): string {
  const query = buildQuery({ filter })
  return `/totals/discussions${query === '' ? '' : `?${query}`}`
}

/** Returns the path of the same list in another sort, on its first page. */
export function sortedPath({ path, query }: Pick<PageLocation, 'path' | 'query'>, sort: string): string {
  const newQuery = new URLSearchParams(query)
  newQuery.delete('page')
  if (sort === defaultSort(query)) newQuery.delete('sort')
  else newQuery.set('sort', sort)
  return newQuery.size === 0 ? path : `${path}?${newQuery}`
}
