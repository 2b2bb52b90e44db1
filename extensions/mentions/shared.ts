import type {} from '@parley/shared'

declare module '@parley/shared' {
  interface Forum {
    /** Whether `@username` mentions a user. */
    allowUsernameMentionFormat?: boolean
  }

  interface User {
    /** Only of the current user. */
    canMentionGroups?: boolean
  }

  interface Post {
    /** The number of posts that mention it and that the viewer sees. */
    mentionedByCount?: number
  }

  interface Notification {
    /** How many others replied to the same post: lists show the newest reply only. */
    othersCount?: number
  }

  interface Notifications {
    /** The subject is the post that mentions the recipient. */
    userMentioned: null
    /** The subject is the post of the recipient; the number is that of the post that mentions it, in its own discussion. */
    postMentioned: { replyNumber: number }
    /** The subject is the post that mentions a group of the recipient. */
    groupMentioned: null
  }
}
