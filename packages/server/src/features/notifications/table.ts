import type { Generated, Selectable } from 'kysely'

/** One row per event and recipient. */
export interface NotificationTable {
  id: Generated<number>
  group_id: number
  user_id: number
  type: string
  /** Null when nobody in particular sent it, or the sender's account was deleted. */
  from_user_id: number | null
  subject_id: number
  /** Hash of type, subject and data: notifications with the same one and the same sender are the same. */
  same_key: string
  /** JSON with sorted keys, or null. */
  data: string | null
  created_at: string
  read_at: string | null
  /** Taken back; the row stays, so that it can come back without being sent again. */
  is_deleted: Generated<boolean>
  /** The new post whose events brought it. */
  new_post_id: number | null
}

export type NotificationRow = Selectable<NotificationTable>

/** A user's notifications of one type about one subject: what lists show as one, and what counts are made of. */
export interface NotificationGroupTable {
  id: Generated<number>
  user_id: number
  type: string
  subject_type: string
  subject_id: number
  /** What visibility of the subject depends on: its discussion for a post, mostly the subject itself. */
  root_type: string
  root_id: number
  /** Rows that are neither read nor deleted. */
  unread_count: Generated<number>
  /** The newest row that is not deleted, which stands for the group; 0 without any. */
  newest_id: Generated<number>
  /** Whether the user sees the subject, as it was last decided. */
  is_visible: boolean
  /** Something happened to the subject since. */
  is_stale: Generated<boolean>
}

/** What accounts keep, so that counts cost no query. */
declare module '../users/table.ts' {
  interface UserTable {
    unread_notification_count: Generated<number>
    /** Those of the unread that came after the list was last fetched. */
    new_notification_count: Generated<number>
    /** Highest id of a notification when the list was last fetched. */
    seen_notification_id: Generated<number>
    /** What the user was allowed when visibility was last decided (see `viewer.ts`); null before the first time. */
    notification_viewer: string | null
    /**
     * Null while the counts are exact. Otherwise groups up to this id are to be looked at again, then the stale ones,
     * and the counts added up.
     */
    notification_check: number | null
  }
}

declare module '../../infrastructure/db/tables.ts' {
  interface Tables {
    notifications: NotificationTable
    notification_groups: NotificationGroupTable
  }
}

declare module '../../points/resources/resource-rows.ts' {
  interface ResourceRows {
    notifications: NotificationRow
  }
}
