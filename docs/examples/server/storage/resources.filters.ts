import { defineExtension, isVisible } from '@parley/server'

declare module '@parley/server' {
  interface DiscussionTable {
    answer_post_id: number | null
  }
}

/**
 * `filter[answeredBy]=12` and `answered-by:12` find discussions by the author of their answer. The answer may be hidden:
 * without `isVisible` the list would tell who wrote what the reader may not see.
 */
export default defineExtension({
  resources: {
    discussions: {
      filters: {
        answeredBy: {
          value: 'integer',
          where: (eb, userId, context) =>
            eb(
              'discussions.answer_post_id',
              'in',
              eb
                .selectFrom('posts')
                .select('posts.id')
                .where('posts.user_id', '=', userId)
                .where(isVisible(context, 'posts')),
            ),
        },
      },
      search: { gambits: { 'answered-by': { filter: 'answeredBy' } } },
    },
  },
})
