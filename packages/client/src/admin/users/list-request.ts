import { buildQuery } from '@parley/shared'
import type { PageLocation } from '../../points/routes.ts'

/** The path of the list of users, below the base path. */
export const usersPath = '/admin/users'

const pageSize = 50
const day = 24 * 3600 * 1000

/** Returns the API path of the users that an address names, at a time in milliseconds or as a date. */
export function usersRequest({ query }: Pick<PageLocation, 'query'>, now: number | Date): string {
  const sort = query.get('sort') || undefined
  return `/admin/users?${buildQuery({ filter: filterOf(query, now), sort, page: { after: '', limit: pageSize } })}`
}

/** Returns the `filter` of the API that the parameters of an address stand for. */
export function filterOf(query: URLSearchParams, now: number | Date): Record<string, string> {
  const filter: Record<string, string> = {}
  for (const [name, value] of query) {
    if (value === '' || name === 'sort') continue
    if (name === 'seen') Object.assign(filter, seenFilter(value, Number(now)))
    else filter[name] = value
  }
  return filter
}

/** `never`; a number of days within which a user was seen; or, negative, for which a user was not. */
function seenFilter(value: string, now: number): Record<string, string> {
  if (value === 'never') return { neverSeen: '1' }
  const days = Number(value)
  if (!Number.isSafeInteger(days) || days === 0 || Math.abs(days) > 36_500) return {}
  const date = new Date(now - Math.abs(days) * day).toISOString().slice(0, 10)
  return days > 0 ? { lastSeenSince: date } : { lastSeenBefore: date }
}

/** Returns the address of the list with the values of the form of its filters; an empty value leaves a filter out. */
export function listAddress(values: Iterable<readonly [string, unknown]>): string {
  const query = new URLSearchParams()
  for (const [name, value] of values) if (typeof value === 'string' && value !== '') query.set(name, value)
  return query.size === 0 ? usersPath : `${usersPath}?${query}`
}
