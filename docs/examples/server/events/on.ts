import { defineExtension } from '@parley/server'

declare module '@parley/server' {
  interface DiscussionTable {
    is_answered: boolean
  }
}

/** A reply of another person makes a discussion answered, in the same transaction: both are stored, or neither. */
export default defineExtension({
  on: {
    async 'post.created'({ post }, { db }) {
      await db
        .updateTable('discussions')
        .set({ is_answered: true })
        .where('id', '=', post.discussion_id)
        .where('user_id', '!=', post.user_id)
        .execute()
    },
  },
})
