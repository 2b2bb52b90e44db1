import { cleanUpJob } from '../../engine/queue/clean-up-job.ts'
import { defineExtension } from '../../points/extension.ts'
import { noPayload } from '../../points/jobs/jobs.ts'
import { adminRoutes } from './admin-routes.ts'
import { extensionRoutes } from './contract-routes.ts'
import { errorReportRoute } from './error-report.ts'
import { sweepHealth } from './health-record.ts'
import { extensionMigrations } from './migrations.ts'
import './purge/purge-marks.ts'
import { safeModeRoutes } from './safe-mode/routes.ts'
import './table.ts'

declare module '../../infrastructure/limits/rate-limit-names.ts' {
  interface RateLimitNames {
    extensionErrorsPerAddress: true
  }
}

declare module '../../points/jobs/jobs.ts' {
  interface JobTypes {
    /** Deletes old figures and errors of extensions. */
    'extensions.sweep': NoPayload
  }
}

/** Enabling, disabling and purging extensions, their health, and the safe mode. */
export const extensionsFeature = defineExtension({
  migrations: extensionMigrations,
  affects: { extension_health: 'nothing', extension_errors: 'nothing', extension_purges: 'nothing' },
  jobs: {
    'extensions.sweep': cleanUpJob('50 3 * * *', sweepHealth),
    'extensions.resume-purges': {
      schema: noPayload,
      // One attempt may have to delete millions of rows.
      timeout: 6 * 3600,
      run: (_payload, { forum }) => forum.extensions.resumePurges(),
    },
  },
  rateLimits: { extensionErrorsPerAddress: { points: 30, seconds: 3600 } },
  routes: [...extensionRoutes, ...adminRoutes, ...safeModeRoutes, errorReportRoute],
})
