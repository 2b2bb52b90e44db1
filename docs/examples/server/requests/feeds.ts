import { defineExtension, isVisible } from '@parley/server'

/** The discussions without a reply, for feed readers at `/atom/unanswered`. */
export default defineExtension({
  feeds: {
    '/atom/unanswered': {
      summary: 'Show the feed of discussions without a reply',
      async read(context) {
        const { db, forum } = context
        const rows = await db
          .selectFrom('discussions')
          .select(['id', 'title', 'created_at'])
          .where('comment_count', '=', 1)
          .where(isVisible(context, 'discussions'))
          .orderBy('created_at', 'desc')
          .limit(20)
          .execute()
        const entries = rows.map(({ id, title, created_at }) => {
          const url = `${forum.baseUrl}/d/${id}`
          return { id: url, url, title, author: { name: 'Forum' }, published: created_at }
        })
        return { path: '/atom/unanswered', pagePath: '/', title: 'Without a reply', entries }
      },
    },
  },
})
