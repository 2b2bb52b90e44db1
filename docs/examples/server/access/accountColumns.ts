import { defineExtension, type Generated } from '@parley/server'

declare module '@parley/server' {
  interface UserTable {
    is_probationer: Generated<boolean>
  }
}

/** Policies and restrictions read `actor.account.columns.is_probationer`. */
export default defineExtension({
  accountColumns: ['is_probationer'],
})
