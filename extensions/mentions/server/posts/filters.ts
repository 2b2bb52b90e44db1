import type { Filter, ListIndex } from '@parley/server'

/** The posts that mention each user, by time, and those that mention each post, by number. */
export const postsThatMention: Record<'mentionsOfUsers' | 'mentionsOfPosts', ListIndex> = {
  mentionsOfUsers: {
    table: 'post_mentions_user',
    key: ['mentions_user_id'],
    row: 'post_id',
    sorts: { createdAt: 'created_at' },
  },
  mentionsOfPosts: {
    table: 'post_mentions_post',
    key: ['mentions_post_id'],
    row: 'post_id',
    sorts: { number: 'number' },
  },
}

function filter(kind: 'user' | 'post', index: keyof typeof postsThatMention): Filter<'posts'> {
  const links = `post_mentions_${kind}` as const
  const target = `mentions_${kind}_id` as 'post_id'
  return {
    value: 'integer',
    where: (eb, id) => eb('posts.id', 'in', eb.selectFrom(links).select('post_id').where(target, '=', id)),
    // The posts that mention another one: those without a mention are not among them.
    whereNot: (eb, id) =>
      eb.exists(
        eb
          .selectFrom(links)
          .select('post_id')
          .whereRef(`${links}.post_id`, '=', 'posts.id')
          .where(target, '!=', id),
      ),
    scan: { index, keys: (id) => [[id]] },
  }
}

/** `filter[mentioned]`: the id of a user. `filter[mentionedPost]`: the id of a post. */
export const mentionFilters = {
  mentioned: filter('user', 'mentionsOfUsers'),
  mentionedPost: filter('post', 'mentionsOfPosts'),
}
