import { clearColumn, type Deletions, purgeRows } from '@parley/server'

/** What follows from the deletion of tags, discussions, posts and accounts. */
export const tagDeletions: Deletions = {
  tags: {
    sweep: [
      purgeRows('discussion_tag', 'tag_id', { key: ['discussion_id', 'tag_id'] }),
      purgeRows('tag_user', 'tag_id', { key: ['user_id', 'tag_id'] }),
      purgeRows('post_mentions_tag', 'mentions_tag_id', { key: ['post_id', 'mentions_tag_id'] }),
    ],
  },
  discussions: {
    sweep: [
      purgeRows('discussion_tag', 'discussion_id', { key: ['discussion_id', 'tag_id'] }),
      clearColumn('tags', 'last_posted_discussion_id'),
    ],
  },
  posts: { sweep: [purgeRows('post_mentions_tag', 'post_id', { key: ['post_id', 'mentions_tag_id'] })] },
  users: {
    sweep: [
      clearColumn('tags', 'last_posted_user_id'),
      purgeRows('tag_user', 'user_id', { key: ['user_id', 'tag_id'] }),
    ],
  },
}
