import { defineExtension, text } from '@parley/server'

declare module '@parley/server' {
  interface UserTable {
    motto: string | null
  }
}

/**
 * Everyone reads the motto of a user. Who may edit the account may change it. Editors send what they began from
 * (`meta: { from: { motto: 'Old' } }` in `data`): 409 if another has changed the motto since, in place of overwriting it.
 */
export default defineExtension({
  resources: {
    users: {
      fields: {
        motto: {
          column: 'motto',
          json: 'string?',
          schema: text({ max: 100 }).nullable(),
          takesNull: true,
          writable: 'edit',
          refusesConflicts: true,
        },
      },
    },
  },
})
