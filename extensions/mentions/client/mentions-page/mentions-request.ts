import { type App, type PageLocation, pageParams, postIncludes } from '@parley/client'
import { buildQuery } from '@parley/shared'

/** Returns the API path of the comments that mention a user, newest first. */
export function mentionsRequest(userId: string, location: PageLocation, app: Pick<App, 'includes'>): string {
  const filter = { type: 'comment', mentioned: userId }
  const include = postIncludes(app, { discussions: 'discussion.' })
  return `/posts?${buildQuery({ include, filter, sort: '-createdAt', page: pageParams(location) })}`
}
