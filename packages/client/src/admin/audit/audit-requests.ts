import { buildQuery } from '@parley/shared'
import { pageParams } from '../../base/lists/paged-list.ts'
import type { App } from '../../points/app.ts'
import type { PageLocation } from '../../points/routes.ts'
import { settingsPath } from '../settings/settings-document.ts'

/** Path of the page, below the base path. */
export const auditPath = '/admin/audit'

const dayPattern = /^\d{4}-\d\d-\d\d$/

/** The filters in the page's address, as in its form. */
export interface AuditFilters {
  actor?: string
  action?: string
  origin?: string
  /** `users:12`; set by links. */
  target?: string
  /** A day, in UTC. */
  since?: string
  /** The last day, in UTC. */
  until?: string
}

const names = ['actor', 'action', 'origin', 'target', 'since', 'until'] as const

/** Reads the filters of an address. Leaves out empty ones, and days that are none. */
export function readFilters({ query }: Pick<PageLocation, 'query'>): AuditFilters {
  const entries = names.map((name) => [name, query.get(name)?.trim() ?? ''] as const)
  return Object.fromEntries(entries.filter(([name, value]) => value !== '' && isUsable(name, value)))
}

/** The address of the page with these filters. */
export function filteredPath(filters: AuditFilters): string {
  const query = buildQuery({ ...filters })
  return query === '' ? auditPath : `${auditPath}?${query}`
}

/** API path of the entries. */
export function entriesRequest(location: PageLocation): string {
  const filter = apiFilters(readFilters(location))
  return `/audit-entries?${buildQuery({ filter, include: 'actor', page: pageParams(location) })}`
}

/** API path of a file with all entries that meet the filters. */
export function exportRequest(filters: AuditFilters, format: 'csv' | 'jsonl'): string {
  return `/audit-entries/export?${buildQuery({ format, filter: apiFilters(filters) })}`
}

/** API paths of the page: the entries, the actions of the filter, and for administrators the settings. */
export function auditRequests(location: PageLocation, { admin }: Pick<App, 'admin'>): string[] {
  return [
    entriesRequest(location),
    '/audit-actions',
    ...(admin?.permissions.has('administrate') ? [settingsPath('audit')] : []),
  ]
}

function isUsable(name: string, value: string): boolean {
  if (name === 'target') return /^[^:]+:.+$/.test(value)
  if (name !== 'since' && name !== 'until') return true
  return dayPattern.test(value) && new Date(value).toJSON()?.startsWith(value) === true
}

/** The API's `until` is a time; the last day ends with the beginning of the next. */
function apiFilters({ until, ...filters }: AuditFilters): Record<string, string> {
  if (until === undefined) return { ...filters }
  const next = new Date(until)
  next.setUTCDate(next.getUTCDate() + 1)
  return { ...filters, until: next.toISOString() }
}
