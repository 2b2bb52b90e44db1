import { defineExtension, purgeRows } from '@parley/server'

declare module '@parley/server' {
  interface Tables {
    bookmarks: { discussion_id: number; user_id: number }
  }
}

const key = ['user_id', 'discussion_id']

/** Bookmarks of a deleted discussion, and of a deleted account, are removed in batches. */
export default defineExtension({
  deletions: {
    discussions: { sweep: [purgeRows('bookmarks', 'discussion_id', { key })] },
    users: { sweep: [purgeRows('bookmarks', 'user_id', { key })] },
  },
})
