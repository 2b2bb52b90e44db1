import type { FailedJobRow, JobRow } from '../../engine/queue/table.ts'
import type { WriteContext } from '../../points/context/context.ts'
import { defineExtension } from '../../points/extension.ts'
import { writeAuditEntry } from '../audit/write-entry.ts'
import { adminPageRoutes } from './admin-pages.ts'
import { cacheRoute } from './cache-route.ts'

declare module '../../points/events/audit.ts' {
  interface AuditActions {
    'cache.cleared': Record<never, never>
    'waitingJob.madeDue': Record<never, never>
    'waitingJob.cancelled': Record<never, never>
    'failedJob.retried': Record<never, never>
    'failedJob.deleted': Record<never, never>
    'keys.adopted': Record<never, never>
    'extension.enabled': Record<never, never>
    'extension.disabled': Record<never, never>
    'extension.purged': Record<never, never>
  }
}

/** Administration, which requires the permission `administrate`. */
export const adminFeature = defineExtension({
  permissions: { administrate: {} },
  audit: {
    'cache.cleared': { text: 'core.audit.cache_cleared_text' },
    'waitingJob.madeDue': { text: 'core.audit.job_made_due_text', target: 'jobs' },
    'waitingJob.cancelled': { text: 'core.audit.job_cancelled_text', target: 'jobs' },
    'failedJob.retried': { text: 'core.audit.failed_job_retried_text', target: 'failed-jobs' },
    'failedJob.deleted': { text: 'core.audit.failed_job_deleted_text', target: 'failed-jobs' },
    'keys.adopted': { text: 'core.audit.keys_adopted_text' },
    'extension.enabled': { text: 'core.audit.extension_enabled_text', target: 'extensions' },
    'extension.disabled': { text: 'core.audit.extension_disabled_text', target: 'extensions' },
    'extension.purged': { text: 'core.audit.extension_purged_text', target: 'extensions' },
  },
  on: {
    'job.madeDue': ({ job }, context) => recordJob(context, 'waitingJob.madeDue', job),
    'job.cancelled': ({ job }, context) => recordJob(context, 'waitingJob.cancelled', job),
    'job.retried': ({ job }, context) => recordJob(context, 'failedJob.retried', job),
    'job.discarded': ({ job }, context) => recordJob(context, 'failedJob.deleted', job),
  },
  routes: [cacheRoute, ...adminPageRoutes],
})

/** The name of a job tells what it does; its payload and description may be about people. */
function recordJob(
  context: WriteContext,
  action: 'waitingJob.madeDue' | 'waitingJob.cancelled' | 'failedJob.retried' | 'failedJob.deleted',
  { id, name }: JobRow | FailedJobRow,
): Promise<void> {
  return writeAuditEntry(context, action, { target: { id, name } })
}
