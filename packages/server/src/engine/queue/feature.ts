import { defineExtension } from '../../points/extension.ts'
import { cleanUpJob } from './clean-up-job.ts'
import { failedJobPolicies, failedJobs, retryRoute } from './failed-jobs.ts'
import { queueMigrations } from './migrations.ts'
import { jobPolicies, pendingJobs, runNowRoute } from './pending-jobs.ts'
import './table.ts'

const retentionDays = 30

/** Jobs, and the record of failed ones. */
export const queueFeature = defineExtension({
  migrations: queueMigrations,
  affects: { jobs: 'nothing' },
  resources: { jobs: pendingJobs, 'failed-jobs': failedJobs },
  policies: { jobs: jobPolicies, 'failed-jobs': failedJobPolicies },
  routes: [runNowRoute, retryRoute],
  jobs: {
    'failed-jobs.sweep': cleanUpJob('45 3 * * *', (db, now) => {
      const oldest = new Date(now.getTime() - retentionDays * 24 * 3600 * 1000).toISOString()
      return db.deleteFrom('failed_jobs').where('failed_at', '<', oldest).execute()
    }),
  },
})
