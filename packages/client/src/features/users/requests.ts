import { buildQuery } from '@parley/shared'
import { pageParams } from '../../base/lists/paged-list.ts'
import type { PageLocation } from '../../points/routes.ts'

/** Returns the API path of the user whose page a location is. */
export function userRequest({ params }: PageLocation): string {
  return userRequestBySlug(params.username ?? '')
}

/** Returns the API path of the user with a slug. */
export function userRequestBySlug(slug: string): string {
  return `/users/${encodeURIComponent(slug)}?bySlug=true`
}

/** Returns the API path of a user's comments, newest first. */
export function userPostsRequest(location: PageLocation): string {
  const filter = { author: location.params.username, type: 'comment' }
  return `/posts?${buildQuery({ filter, sort: '-createdAt', page: pageParams(location) })}`
}

/** Returns the API path of a user's discussions, newest first. */
export function userDiscussionsRequest(location: PageLocation): string {
  const filter = { author: location.params.username }
  const include = ['user', 'lastPostedUser']
  return `/discussions?${buildQuery({ include, filter, sort: '-createdAt', page: pageParams(location) })}`
}
