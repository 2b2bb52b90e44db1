import { defineExtension } from '@parley/server'

declare module '@parley/shared' {
  interface User {
    motto?: string | null
  }
}

/** The motto of a member describes the page of the member, where the reader may see it. */
export default defineExtension({
  pageDescriptions: { users: ({ data }) => String(data.attributes?.motto ?? '') || undefined },
})
