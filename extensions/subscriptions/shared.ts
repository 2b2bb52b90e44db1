import type {} from '@parley/shared'

/** What a member wants to know of a discussion: every new post, or nothing at all. */
export type Subscription = 'follow' | 'ignore'

declare module '@parley/shared' {
  interface Discussion {
    subscription?: Subscription | null
  }

  interface Preferences {
    followAfterReply?: boolean
    'flarum-subscriptions.notify_for_all_posts'?: boolean
  }

  interface Notifications {
    newPost: { postNumber: number }
  }
}
