import { buildQuery } from '@parley/shared'
import { pageParams } from '../../base/lists/paged-list.ts'
import type { PageLocation } from '../../base/router/route.ts'

/** Path of the API for the person whose page an address is. */
export function userRequest({ params }: PageLocation): string {
  return userRequestOf(params.username ?? '')
}

/** Path of the API for the person with a slug. */
export function userRequestOf(slug: string): string {
  return `/users/${encodeURIComponent(slug)}?bySlug=true`
}

/** Path of the API for the comments somebody wrote, the newest first. */
export function userPostsRequest(location: PageLocation): string {
  const filter = { author: location.params.username, type: 'comment' }
  return `/posts?${buildQuery({ filter, sort: '-createdAt', page: pageParams(location) })}`
}

/** Path of the API for the discussions somebody started, the newest first. */
export function userDiscussionsRequest(location: PageLocation): string {
  const filter = { author: location.params.username }
  const include = ['user', 'lastPostedUser']
  return `/discussions?${buildQuery({ include, filter, sort: '-createdAt', page: pageParams(location) })}`
}
