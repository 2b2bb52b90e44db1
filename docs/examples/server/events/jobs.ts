import { defineExtension, type NoPayload, noPayload } from '@parley/server'

declare module '@parley/server' {
  interface JobTypes {
    'bookmarks.tidy': NoPayload
  }
  interface Tables {
    bookmarks: { discussion_id: number; user_id: number }
  }
}

/** Every night: removes bookmarks of discussions that are gone. It may run twice, without harm. */
export default defineExtension({
  jobs: {
    'bookmarks.tidy': {
      schema: noPayload,
      every: '30 3 * * *',
      run: (_payload, context) =>
        context.forum.write(context, async ({ db }) => {
          const existing = db.selectFrom('discussions').select('id')
          await db.deleteFrom('bookmarks').where('discussion_id', 'not in', existing).execute()
        }),
    },
  },
})
