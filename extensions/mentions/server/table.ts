import type { Generated } from '@parley/server'

/** What posts mention. The rows of a post are replaced when its text changes, and removed while it is hidden. */
interface MentionTables {
  post_mentions_post: MentionTable & { mentions_post_id: number }
  post_mentions_user: MentionTable & { mentions_user_id: number }
  post_mentions_group: MentionTable & { mentions_group_id: number }
}

/** The post that mentions something, with its time and number. */
interface MentionTable {
  post_id: number
  created_at: string | null
  number: number
}

declare module '@parley/server' {
  interface Tables extends MentionTables {}

  interface PostTable {
    /** JSON of `StoredMentions`; null for a text that mentions nothing. */
    mentions: Generated<string | null>
  }
}
