import type { Generated, Selectable } from 'kysely'

/** One row per event and recipient. */
export interface NotificationTable {
  id: Generated<number>
  group_id: number
  user_id: number
  type: string
  /** Null without a sender, or after the sender's account was deleted. */
  from_user_id: number | null
  subject_id: number
  /** A hash of type, subject and data: rows with the same hash and sender are the same notification. */
  same_key: string
  /** JSON with sorted keys, or null. */
  data: string | null
  created_at: string
  read_at: string | null
  /** Whether the notification was deleted. The row is kept, so that a restored notification is not sent again. */
  is_deleted: Generated<boolean>
  /** The post that the notification tells of: of several rows about it, the recipient's list shows one. */
  post_id: number | null
  /** Whether the list shows another row about the same post instead. */
  is_covered: Generated<boolean>
}

export type NotificationRow = Selectable<NotificationTable>

/** A user's notifications of one type about one subject. Lists show a group as one entry, and counts sum groups. */
export interface NotificationGroupTable {
  id: Generated<number>
  user_id: number
  type: string
  subject_type: string
  subject_id: number
  /** The row that decides whether the subject is visible: for a post its discussion, otherwise the subject itself. */
  root_type: string
  root_id: number
  /** Number of rows that are neither read, deleted nor covered. */
  unread_count: Generated<number>
  /** Id of the newest row that is neither deleted nor covered, which represents the group; 0 without one. */
  newest_id: Generated<number>
  /** Whether the user sees the subject, as last decided. */
  is_visible: boolean
  /** Whether the subject changed since `is_visible` was decided. */
  is_stale: Generated<boolean>
}

/** Columns of accounts that hold their counts, so that reading counts needs no query. */
declare module '../users/table.ts' {
  interface UserTable {
    unread_notification_count: Generated<number>
    /** Number of unread notifications that came after the list was last fetched. */
    new_notification_count: Generated<number>
    /** The highest id of a notification when the list was last fetched. */
    seen_notification_id: Generated<number>
    /** A digest of the user's permissions when visibility was last decided (see `viewer.ts`); null before the first time. */
    notification_viewer: string | null
    /**
     * Null while the counts are exact. Otherwise visibility is decided again for groups up to this id and for stale
     * groups, before the counts are summed.
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
