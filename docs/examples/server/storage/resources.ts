import { defineExtension, text } from '@parley/server'

declare module '@parley/server' {
  interface UserTable {
    motto: string | null
  }
}

/** Everyone reads the motto of a user. Who may edit the account may change it. */
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
        },
      },
    },
  },
})
