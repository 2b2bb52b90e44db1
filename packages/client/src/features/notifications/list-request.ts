import { buildQuery } from '@parley/shared'
import { pageParams } from '../../base/lists/paged-list.ts'
import type { App } from '../../points/app.ts'
import { includesBesides } from '../../points/pages/includes.ts'
import type { PageLocation } from '../../points/routes.ts'

/** Returns the API path of the session user's notifications. The server marks the returned list as seen. */
export function notificationsRequest(
  location: Pick<PageLocation, 'query'>,
  app: Pick<App, 'includes'>,
): string {
  const include = includesBesides(app, { notifications: '' }, ['fromUser', 'subject', 'subject.discussion'])
  return `/notifications?${buildQuery({ include, page: pageParams(location) })}`
}
