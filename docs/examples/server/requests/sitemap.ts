import { defineExtension, type Generated, highestId } from '@parley/server'

declare module '@parley/server' {
  interface Tables {
    rooms: { id: Generated<number>; name: string }
  }
}

/** Tells search engines of the pages of rooms, all of which guests may see. */
export default defineExtension({
  sitemap: {
    rooms: {
      highest: ({ db }) => highestId(db, 'rooms'),
      async pages({ db }, { after, last, limit }) {
        const rows = await db
          .selectFrom('rooms')
          .select('id')
          .where('id', '>', after)
          .where('id', '<=', last)
          .orderBy('id')
          .limit(limit)
          .execute()
        const lastId = rows.length === limit ? rows.at(-1)?.id : undefined
        return { pages: rows.map(({ id }) => ({ path: `/rooms/${id}` })), lastId }
      },
    },
  },
})
