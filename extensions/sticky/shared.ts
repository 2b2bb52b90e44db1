import type {} from '@parley/shared'

declare module '@parley/shared' {
  interface Discussion {
    isSticky?: boolean
    canSticky?: boolean
  }

  interface EventPosts {
    discussionStickied: { sticky: boolean }
  }
}
