import { buildQuery } from '@parley/shared'
import { pageParams } from '../../base/lists/paged-list.ts'
import type { PageLocation } from '../../base/router/route.ts'

/** Path of the API for one's own notifications. The server takes an answer as seen by its reader. */
export function notificationsRequest(location: Pick<PageLocation, 'query'>): string {
  return `/notifications?${buildQuery({ page: pageParams(location) })}`
}
