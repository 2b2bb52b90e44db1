import { z } from 'zod'
import { oldestFresh } from '../accounts/tokens.ts'
import { defineExtension } from '../extension.ts'
import { externalLogInMigrations } from './migrations.ts'
import './table.ts'

declare module '../points/jobs.ts' {
  interface JobTypes {
    /** Deletes registration tokens that are too old to be used. */
    'external-log-in.sweep-tokens': Record<string, never>
  }
}

/** Logging in by an account at another site; extensions know the sites, and call `completeExternalLogIn`. */
export const externalLogInFeature = defineExtension({
  migrations: externalLogInMigrations,
  jobs: {
    'external-log-in.sweep-tokens': {
      schema: z.object({}),
      every: '25 * * * *',
      run: (_payload, { forum }) =>
        forum.database.transaction(async (db) => {
          const oldest = oldestFresh(forum.now())
          await db.deleteFrom('registration_tokens').where('created_at', '<=', oldest).execute()
        }),
    },
  },
})
