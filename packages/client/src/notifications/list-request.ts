import { buildQuery } from '@parley/shared'
import type { PageLocation } from '../router/route.ts'
import { pageParams } from '../store/paged-list.ts'

/** Path of the API for one's own notifications. The server takes an answer as seen by its reader. */
export function notificationsRequest(location: Pick<PageLocation, 'query'>): string {
  return `/notifications?${buildQuery({ page: pageParams(location) })}`
}
