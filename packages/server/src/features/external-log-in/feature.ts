import { cleanUpJob } from '../../engine/queue/clean-up-job.ts'
import { defineExtension } from '../../points/extension.ts'
import { oldestFresh } from '../accounts/tokens.ts'
import { externalLogInMigrations } from './migrations.ts'
import './table.ts'

declare module '../../points/work/jobs.ts' {
  interface JobTypes {
    /** Deletes registration tokens that are too old to be used. */
    'external-log-in.sweep': NoPayload
  }
}

/** Logging in by an account at another site; extensions know the sites, and call `completeExternalLogIn`. */
export const externalLogInFeature = defineExtension({
  migrations: externalLogInMigrations,
  affects: { registration_tokens: 'nothing', login_providers: 'nothing' },
  jobs: {
    'external-log-in.sweep': cleanUpJob('25 * * * *', (db, now) =>
      db.deleteFrom('registration_tokens').where('created_at', '<=', oldestFresh(now)).execute(),
    ),
  },
})
