import { cleanUpJob } from '../../engine/queue/clean-up-job.ts'
import { defineExtension } from '../../points/extension.ts'
import { expiryCutoff } from '../accounts/tokens.ts'
import { externalLogInMigrations } from './migrations.ts'
import './table.ts'

declare module '../../points/jobs/jobs.ts' {
  interface JobTypes {
    /** Deletes expired registration tokens. */
    'external-log-in.sweep': NoPayload
  }
}

/** Log-in by an account at another site. Extensions implement the sites and call `completeExternalLogIn`. */
export const externalLogInFeature = defineExtension({
  migrations: externalLogInMigrations,
  affects: { registration_tokens: 'nothing', login_providers: 'nothing' },
  jobs: {
    'external-log-in.sweep': cleanUpJob('25 * * * *', (db, now) =>
      db.deleteFrom('registration_tokens').where('created_at', '<=', expiryCutoff(now)).execute(),
    ),
  },
})
