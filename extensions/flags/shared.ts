import type { DateString } from '@parley/shared'

/** The attributes of a flag: why a post should be looked at. */
export interface Flag {
  /**
   * `user` for the report of a member. Other extensions flag posts with types of their own, such as `approval`. On the wire it
   * is also `type`, which in the store is the type of the record.
   */
  kind: string
  /** One of `reasons`, or what another client has sent. Null for a report in the reporter's own words. */
  reason: string | null
  reasonDetail: string | null
  createdAt: DateString
}

/** The type of members' reports. */
export const reported = 'user'

/** The reasons that members choose from, in their order. `other` is sent as null, with details. */
export const reasons = ['off_topic', 'inappropriate', 'spam', 'other'] as const

/** How many flagged posts `GET /api/flags` lists, and how far counts of flagged posts go. */
export const listedFlags = 50
export const countedFlags = 1000

declare module '@parley/shared' {
  interface Resources {
    flags: Flag
  }

  interface Forum {
    /** Whether the viewer sees flags of others anywhere. */
    canViewFlags?: boolean
    /** The number of flagged posts, up to `countedFlags`, for those who see flags of others. */
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
