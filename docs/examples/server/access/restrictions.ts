import { defineExtension } from '@parley/server'

declare module '@parley/server' {
  interface UserTable {
    quits_at: string | null
  }
}

/** An account that has quit only reads. */
export default defineExtension({
  accountColumns: ['quits_at'],
  restrictions: {
    quit: ({ columns }) => (columns?.quits_at ? { key: 'quitting.admin.why.quit' } : undefined),
  },
})
