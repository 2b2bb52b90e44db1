import { buildQuery } from '@parley/shared'
import { pageParams } from '../../../base/lists/paged-list.ts'
import type { App } from '../../../points/app.ts'
import { includesOf } from '../../../points/pages/includes.ts'
import type { PageLocation } from '../../../points/routes.ts'

/** API sorts by their name in the address. */
const sorts: Partial<Record<string, string>> = {
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
export function currentSort(location: PageLocation, app: App): string {
  return namedSort(location) ?? defaultSort(location, app)
}

/** The sort that an address names, if there is one of that name. */
function namedSort({ query }: Pick<PageLocation, 'query'>): string | undefined {
  const name = query.get('sort')
  return name !== null && Object.hasOwn(sorts, name) ? name : undefined
}

/** The sort of a list whose address names none. */
function defaultSort(location: PageLocation, app: App): string {
  if (location.query.has('q')) return 'relevance'
  const usual = location.list?.sort?.(location, app) ?? ''
  return Object.hasOwn(sorts, usual) ? usual : 'latest'
}

interface ListOptions {
  /** Filter values by their names on the wire. */
  filter?: Record<string, string>
  /** Additional relationships to load. */
  include?: readonly string[]
  /** Name of the sort where the location has none. */
  sort?: string | undefined
}

/**
 * Returns the API path of the discussions at a location (`?sort=` and `?page=`). Sends a sort only if the location
 * or the list has one: the server's default puts pinned discussions first, or the best matches of a search.
 */
export function discussionsRequest(
  location: Pick<PageLocation, 'query'>,
  app: Pick<App, 'includes'>,
  { filter = {}, include = [], sort: usual = '' }: ListOptions = {},
): string {
  const sort = sorts[namedSort(location) ?? usual]
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
export function sortedPath(location: PageLocation, app: App, sort: string): string {
  const { path, query } = location
  const newQuery = new URLSearchParams(query)
  newQuery.delete('page')
  if (sort === defaultSort(location, app)) newQuery.delete('sort')
  else newQuery.set('sort', sort)
  return newQuery.size === 0 ? path : `${path}?${newQuery}`
}
