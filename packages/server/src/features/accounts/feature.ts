import { cleanUpJob } from '../../engine/queue/clean-up-job.ts'
import { defineExtension } from '../../points/extension.ts'
import '../users/events.ts'
import { confirmRoutes } from './confirm-routes.ts'
import { forgottenPasswordJob, mailRoutes } from './mail-routes.ts'
import { mailActivation, mailInvitation } from './mails.ts'
import { accountMigrations } from './migrations.ts'
import { resetRoutes } from './reset-routes.ts'
import './table.ts'
import { accountThrottles } from './throttles.ts'
import { deleteEmailTokens, deletePasswordTokens, expiryCutoff } from './tokens.ts'

declare module '../../infrastructure/limits/rate-limit-names.ts' {
  interface RateLimitNames {
    forgottenPerAddress: true
    resetMailsPerAccount: true
  }
}

declare module '../../points/jobs/jobs.ts' {
  interface JobTypes {
    /** Deletes expired tokens of mails. */
    'accounts.sweep': NoPayload
  }
}

/** Changes of accounts, confirmation of addresses, forgotten passwords. */
export const accountsFeature = defineExtension({
  migrations: accountMigrations,
  affects: { email_tokens: 'nothing', password_tokens: 'nothing' },
  throttles: accountThrottles,
  rateLimits: {
    forgottenPerAddress: { points: 120, seconds: 3600 },
    resetMailsPerAccount: { points: 10, seconds: 3600 },
  },
  routes: [...confirmRoutes, ...resetRoutes, ...mailRoutes],
  on: {
    'user.registered': async ({ user }, context) => {
      if (user.password === '') await mailInvitation(context, user)
      else if (!user.is_email_confirmed) await mailActivation(context, user)
    },
    'user.loggedOutEverywhere': async ({ userId }, { db }) => {
      await deleteEmailTokens(db, userId)
      await deletePasswordTokens(db, userId)
    },
  },
  jobs: {
    'accounts.forgotten-password': forgottenPasswordJob,
    'accounts.sweep': cleanUpJob('20 * * * *', async (db, now) => {
      const cutoff = expiryCutoff(now)
      await db.deleteFrom('email_tokens').where('created_at', '<=', cutoff).execute()
      await db.deleteFrom('password_tokens').where('created_at', '<=', cutoff).execute()
    }),
  },
})
