import { defineService, type Generated, type PostRow, type WriteContext } from '@parley/server'
import type { Selectable } from 'kysely'

export interface FlagTable {
  id: Generated<number>
  post_id: number
  /** `user` for the report of a member; extensions use types of their own. */
  type: string
  /** Who flagged the post; null where no user did. */
  user_id: number | null
  reason: string | null
  reason_detail: string | null
  created_at: string
  /** Whether it is the oldest flag of its post, which stands for the post in lists. */
  is_oldest: boolean
}

export type FlagRow = Selectable<FlagTable>

declare module '@parley/server' {
  interface Tables {
    flags: FlagTable
  }

  interface UserTable {
    /** When the user last opened the list of flagged posts. */
    read_flags_at: string | null
    /** When the user last reported a post: most never do, and need no query for their count. */
    last_flagged_at: string | null
  }

  interface ResourceRows {
    flags: FlagRow
  }

  interface Events {
    /** A post was flagged, or a member changed their report of it. */
    'flag.created': { flag: FlagRow; post: PostRow }
    /** A flag was dismissed, or its extension removed it. Flags that go with their post emit nothing. */
    'flag.removed': { flag: FlagRow; post: PostRow }
  }
}

/** A flag that an extension puts on a post. */
export interface NewFlag {
  /** A type of the extension's own, such as `approval`: never `user`. The client's half says what it means. */
  type: string
  /** Up to 255 characters; null by default. */
  reason?: string | null
  reasonDetail?: string | null
}

/** What Flags offers to other extensions. The caller's transaction has locked the post, or has just created it. */
export interface FlagService {
  /**
   * Flags a post for those who view flags, without a user and without regard to permissions. A post has one flag of such a
   * type: flagging it again replaces reason and time.
   */
  add(context: WriteContext, post: PostRow, flag: NewFlag): Promise<FlagRow>
  /** Removes the flags of a post that have this type, and returns how many there were. */
  remove(context: WriteContext, post: PostRow, type: string): Promise<number>
}

export const flags = defineService<FlagService>('flags')
