import type {} from '@parley/shared'

declare module '@parley/shared' {
  interface Discussion {
    /** Whether everyone may see it: false while its first post awaits approval. */
    isApproved?: boolean
  }

  interface Post {
    /** False while the post awaits approval. */
    isApproved?: boolean
    canApprove?: boolean
  }
}
