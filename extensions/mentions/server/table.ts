import type {} from '@parley/server'

/** What posts mention. The rows of a post are replaced when its text changes, and removed while it is hidden. */
interface MentionTables {
  post_mentions_post: { post_id: number; mentions_post_id: number; created_at: string | null }
  post_mentions_user: { post_id: number; mentions_user_id: number; created_at: string | null }
  post_mentions_group: { post_id: number; mentions_group_id: number; created_at: string | null }
}

declare module '@parley/server' {
  interface Tables extends MentionTables {}

  interface PostTable {
    /** JSON of `StoredMentions`; null for a text that mentions nothing. */
    mentions: string | null
  }
}
