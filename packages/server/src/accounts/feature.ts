import { defineExtension } from '../extension.ts'
import { accountMigrations } from './migrations.ts'
import './table.ts'
import { deleteEmailTokens, deletePasswordTokens, waitForEmailToken } from './tokens.ts'

/** What happens to an account: changes, confirmation of its address, forgotten passwords. */
export const accountsFeature = defineExtension({
  migrations: accountMigrations,
  on: {
    'user.loggedOutEverywhere': async ({ userId }, { db }) => {
      await deleteEmailTokens(db, userId)
      await deletePasswordTokens(db, userId)
    },
  },
  throttles: {
    emailChanges: {
      endpoints: ['users.update'],
      wait: ({ actor, db, now }, { id, attributes }) =>
        (attributes.email ?? null) !== null && !actor.isGuest && id === String(actor.id)
          ? waitForEmailToken(db, { userId: actor.id, now })
          : undefined,
    },
  },
})
