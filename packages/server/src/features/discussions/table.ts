import type { Generated, Selectable } from 'kysely'

export interface DiscussionTable {
  id: Generated<number>
  title: string
  /** The transliterated title without the id; may be empty. */
  slug: string
  /** Number of visible comments. */
  comment_count: Generated<number>
  /** Number of distinct authors of comments, hidden comments included. */
  participant_count: Generated<number>
  /** The highest post number ever assigned: numbers are never reused. */
  post_number_index: Generated<number>
  created_at: string
  user_id: number | null
  first_post_id: number | null
  last_posted_at: string | null
  last_posted_user_id: number | null
  last_post_id: number | null
  /** Number of the last visible comment. */
  last_post_number: number | null
  hidden_at: string | null
  hidden_user_id: number | null
  is_private: Generated<boolean>
  /** When the discussion was deleted. A purge removes its rows later. */
  deleted_at: Generated<string | null>
}

/** A discussion. Extensions add the facts that they attach, as optional members: its smallest form has none. */
export interface DiscussionRow extends Selectable<DiscussionTable> {}

/** A user's state of a discussion: how far it is read, and what extensions add. */
export interface DiscussionUserTable {
  discussion_id: number
  user_id: number
  last_read_at: Generated<string | null>
  last_read_post_number: Generated<number | null>
  /** What became public until then is read; null for `last_read_at`. */
  late_read_at: Generated<string | null>
}

export type DiscussionUserRow = Selectable<DiscussionUserTable>

declare module '../../infrastructure/db/tables.ts' {
  interface Tables {
    discussions: DiscussionTable
    discussion_user: DiscussionUserTable
  }
}

declare module '../../points/resources/resource-rows.ts' {
  interface ResourceRows {
    discussions: DiscussionRow
  }
}
