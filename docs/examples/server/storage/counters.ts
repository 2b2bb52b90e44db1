import { columnCounter, defineExtension, type Generated, sql } from '@parley/server'

declare module '@parley/server' {
  interface Tables {
    bookmarks: { discussion_id: number; user_id: number }
  }
  interface DiscussionTable {
    bookmark_count: Generated<number>
  }
}

/** How many bookmarks a discussion has. Writers keep the column exact; `bin/parley recount` checks and repairs it. */
export default defineExtension({
  counters: [
    columnCounter('discussions', 'bookmark_count', {
      bookmark_count: sql`(select count(*) from bookmarks where bookmarks.discussion_id = discussions.id)`,
    }),
  ],
})
