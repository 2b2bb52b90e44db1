import type { DiscussionRow, Generated } from '@parley/server'
import type { Selectable } from 'kysely'

export interface TagTable {
  id: Generated<number>
  name: string
  slug: string
  description: string | null
  color: string | null
  background_path: string | null
  background_mode: string | null
  icon: string | null
  /** The place among primary tags, or among the children of the parent; null for a secondary tag. */
  position: number | null
  parent_id: number | null
  default_sort: string | null
  /** Whether it has permissions of its own, `tag<id>.<permission>`. */
  is_restricted: Generated<boolean>
  /** Whether the index leaves out its discussions. */
  is_hidden: Generated<boolean>
  /** Number of its discussions that are neither hidden nor private. */
  discussion_count: Generated<number>
  /** Of these discussions the one with the newest post. */
  last_posted_discussion_id: number | null
  last_posted_at: string | null
  last_posted_user_id: number | null
  created_at: string | null
  updated_at: string | null
  /** When the tag was deleted. A purge removes its rows later. */
  deleted_at: Generated<string | null>
}

export type TagRow = Selectable<TagTable>

/** The tags of discussions. Repeats what lists of discussions are sorted by, so that those of a tag have indexes. */
export interface DiscussionTagTable {
  discussion_id: number
  tag_id: number
  created_at: string
  /** Whether the tag counts the discussion. */
  is_counted: boolean
  last_posted_at: string | null
  comment_count: number
  started_at: string
}

/** What users have set for tags. */
export interface TagUserTable {
  user_id: number
  tag_id: number
  marked_as_read_at: string | null
  is_hidden: Generated<boolean>
}

/** The tags that posts name: event posts those that they were written with. Contents of event posts may name others since. */
export interface PostMentionsTagTable {
  post_id: number
  mentions_tag_id: number
  created_at: string | null
}

interface TagTables {
  tags: TagTable
  discussion_tag: DiscussionTagTable
  tag_user: TagUserTable
  post_mentions_tag: PostMentionsTagTable
}

declare module '@parley/server' {
  interface Events {
    /** A discussion got other tags: others than before may see it. `before` and `after` are the ids of its tags. */
    'discussion.tagsChanged': {
      discussion: DiscussionRow
      before: readonly number[]
      after: readonly number[]
    }
  }

  interface Tables extends TagTables {}

  interface ResourceRows {
    tags: TagRow
  }

  interface DiscussionRow {
    /** Its tags, in the order of their ids. */
    tagIds?: readonly number[]
  }
}
