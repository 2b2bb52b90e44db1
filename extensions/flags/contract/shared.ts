import type { DateString } from '@parley/shared'

/** The attributes of a flag: why a post should be looked at. */
export interface Flag {
  /**
   * `user` for the report of a member. Other extensions flag posts with types of their own, such as `approval`. On the wire it
   * is also `type`, which in the store is the type of the record.
   */
  kind: string
  /** One of those that members choose from, or what another client has sent. Null for a report in the reporter's own words. */
  reason: string | null
  reasonDetail: string | null
  createdAt: DateString
}

declare module '@parley/shared' {
  interface Resources {
    flags: Flag
  }

  interface Forum {
    /** Whether the viewer sees flags of others anywhere. */
    canViewFlags?: boolean
    /** The number of flagged posts, up to 1,000, for those who see flags of others. */
    flagCount?: number
    guidelinesUrl?: string
  }

  interface User {
    /** Of the own account: posts that were flagged since the list was last opened. */
    newFlagCount?: number
  }

  interface Post {
    canFlag?: boolean
  }
}
