import type {} from '@parley/shared'

declare module '@parley/shared' {
  interface Discussion {
    isLocked?: boolean
    canLock?: boolean
  }

  interface EventPosts {
    discussionLocked: { locked: boolean }
  }

  interface Notifications {
    discussionLocked: { postNumber: number }
  }
}
