import type { Generated, Selectable } from 'kysely'
import type { DiscussionRow } from '../discussions/table.ts'

export interface PostTable {
  id: Generated<number>
  discussion_id: number
  /** From 1 up in its discussion, over all types; never handed out twice. */
  number: number
  created_at: string
  user_id: number | null
  /** `comment`, or the type of an event post. */
  type: string
  /** Source of a comment as typed; JSON of an event post. */
  content: string
  /** Rendered comment; null for event posts and where rendering failed. */
  content_html: string | null
  /** Version of the markup that rendered it; null for event posts. */
  markup_version: string | null
  edited_at: string | null
  edited_user_id: number | null
  hidden_at: string | null
  hidden_user_id: number | null
  ip_address: string | null
  is_private: Generated<boolean>
}

/** A post and what its policies need. */
export type PostRow = Selectable<PostTable> & {
  discussion: DiscussionRow
  /** False for event posts of extensions that are disabled. */
  isOfKnownType: boolean
}

/** Posts of a discussion by blocks of 256 numbers, all types and states: ranks without counting through. */
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
