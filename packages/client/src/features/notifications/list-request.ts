import { buildQuery } from '@parley/shared'
import { pageParams } from '../../base/lists/paged-list.ts'
import type { App } from '../../points/app.ts'
import type { PageLocation } from '../../points/routes.ts'

/** Returns the API path of the session user's notifications. The server marks the returned list as seen. */
export function notificationsRequest(
  location: Pick<PageLocation, 'query'>,
  { includes }: Pick<App, 'includes'>,
): string {
  const added = includes.get('notifications') ?? []
  const include = added.length === 0 ? undefined : ['fromUser', 'subject', 'subject.discussion', ...added]
  return `/notifications?${buildQuery({ include, page: pageParams(location) })}`
}
