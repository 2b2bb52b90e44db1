import type { Generated, Selectable } from 'kysely'
import type { DiscussionRow } from '../discussions/table.ts'

export interface PostTable {
  id: Generated<number>
  discussion_id: number
  /** Counts from 1 in its discussion, over all types; never reused. */
  number: number
  created_at: string
  user_id: number | null
  /** `comment`, or the type of an event post. */
  type: string
  /** The source of a comment as typed, or the JSON of an event post. */
  content: string
  /** The HTML of a comment; null for event posts and where rendering failed. */
  content_html: string | null
  /** The version of the markup that rendered the HTML; null for event posts. */
  markup_version: string | null
  edited_at: string | null
  edited_user_id: number | null
  hidden_at: string | null
  hidden_user_id: number | null
  ip_address: string | null
  is_private: Generated<boolean>
  /** When a post that was private became public; null for others. */
  shown_at: Generated<string | null>
}

/** A post, with the facts that its policies need. */
export type PostRow = Selectable<PostTable> & {
  discussion: DiscussionRow
  /** False for event posts of disabled extensions. */
  isOfKnownType: boolean
}

/** Number of posts per block of 256 numbers, of all types and states. Ranks sum blocks instead of counting rows. */
export interface PostBlockTable {
  discussion_id: number
  /** number >> 8 */
  block: number
  count: number
}

declare module '../../infrastructure/db/tables.ts' {
  interface Tables {
    posts: PostTable
    post_blocks: PostBlockTable
  }
}

declare module '../../points/resources/resource-rows.ts' {
  interface ResourceRows {
    posts: PostRow
  }
}
