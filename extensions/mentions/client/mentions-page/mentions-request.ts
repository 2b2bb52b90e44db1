import { type App, type PageLocation, pageParams, postIncludes } from '@parley/client'
import { buildQuery } from '@parley/shared'

/** Returns the API path of the comments that mention the user of a page, newest first. */
export function mentionsRequest(location: PageLocation, app: Pick<App, 'includes'>): string {
  const filter = { type: 'comment', mentionedUser: location.params.username }
  const include = postIncludes(app, { discussions: 'discussion.' })
  return `/posts?${buildQuery({ include, filter, sort: '-createdAt', page: pageParams(location) })}`
}
