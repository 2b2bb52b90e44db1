import { buildQuery } from '@parley/shared'
import { pageParams } from '../../base/lists/paged-list.ts'
import type { App } from '../../points/app.ts'
import { includesBesides, includesOf } from '../../points/pages/includes.ts'
import type { PageLocation } from '../../points/routes.ts'
import { postIncludes } from '../posts/post-includes.ts'

/** Returns the API path of the user whose page a location is. */
export function userRequest({ params }: PageLocation, app: Pick<App, 'includes'>): string {
  return userRequestBySlug(params.username ?? '', app)
}

/** Returns the API path of the user with a slug. */
export function userRequestBySlug(slug: string, app: Pick<App, 'includes'>): string {
  const include = includesBesides(app, { users: '' }, ['groups'])
  return `/users/${encodeURIComponent(slug)}?${buildQuery({ include, bySlug: true })}`
}

/** Returns the API path of a user's comments, newest first. */
export function userPostsRequest(location: PageLocation, app: Pick<App, 'includes'>): string {
  const filter = { author: location.params.username, type: 'comment' }
  const include = postIncludes(app, { discussions: 'discussion.' })
  return `/posts?${buildQuery({ include, filter, sort: '-createdAt', page: pageParams(location) })}`
}

/** Returns the API path of a user's discussions, newest first. */
export function userDiscussionsRequest(location: PageLocation, app: Pick<App, 'includes'>): string {
  const filter = { author: location.params.username }
  const include = includesOf(app, { discussions: '', 'discussions.list': '' }, ['user', 'lastPostedUser'])
  return `/discussions?${buildQuery({ include, filter, sort: '-createdAt', page: pageParams(location) })}`
}
