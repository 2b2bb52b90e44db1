import { buildQuery } from '@parley/shared'
import { pageParams } from '../../base/lists/paged-list.ts'
import type { PageLocation } from '../../points/routes.ts'

/** Returns the API path of the session user's notifications. The server marks the returned list as seen. */
export function notificationsRequest(location: Pick<PageLocation, 'query'>): string {
  return `/notifications?${buildQuery({ page: pageParams(location) })}`
}
