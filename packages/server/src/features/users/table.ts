import type { Generated, Selectable } from 'kysely'

/** Accounts. */
export interface UserTable {
  id: Generated<number>
  /** ASCII letters, digits, - and _; unique ignoring case. */
  username: string
  /** Unique ignoring case. */
  email: string
  /** The folded name, where it differs from the lower-case one: `foldedColumn`. */
  username_folded: Generated<string | null>
  email_folded: Generated<string | null>
  is_email_confirmed: Generated<boolean>
  /** Hash in PHC or modular crypt form; empty for accounts that cannot log in by password. */
  password: string
  avatar_url: string | null
  /** JSON object of stored preferences. */
  preferences: string | null
  joined_at: string | null
  last_seen_at: string | null
  marked_all_as_read_at: string | null
  read_notifications_at: string | null
  discussion_count: Generated<number>
  comment_count: Generated<number>
  /** Time of deletion: the account is invisible from then on, and a job removes its row. */
  deleted_at: Generated<string | null>
}

/** An account with the ids of its assigned groups, which its policies need. */
export type UserRow = Selectable<UserTable> & { group_ids: readonly number[] }

declare module '../../infrastructure/db/tables.ts' {
  interface Tables {
    users: UserTable
  }
}

declare module '../../points/resources/resource-rows.ts' {
  interface ResourceRows {
    users: UserRow
  }
}
