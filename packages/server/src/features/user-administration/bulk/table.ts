import type { Generated, Selectable } from 'kysely'
import type { ActionName } from '../action-names.ts'

/** The last action of each user on many accounts, with its progress. */
export interface UserActionTable {
  id: Generated<number>
  /** Who acts. */
  user_id: number
  action: ActionName
  group_id: number | null
  /** JSON: `{"ids": […]}` or `{"filter": {…}}`. */
  selection: string
  /** Accounts that were made later are left out. */
  highest_user_id: number
  /** The number of selected accounts when it began, or at least so many. */
  expected_count: number
  has_more: boolean
  status: Generated<UserActionStatus>
  /** The last account that was treated; the next ones have higher ids. */
  last_user_id: Generated<number>
  done_count: Generated<number>
  skipped_count: Generated<number>
  started_at: string
  ended_at: string | null
}

/** `limited`: it ended at the maximum number of accounts. `refused`: the actor may not do it any more. */
export type UserActionStatus = 'running' | 'done' | 'stopped' | 'limited' | 'refused'

export type UserActionRow = Selectable<UserActionTable>

/** What became of each account. */
export interface UserActionAccountTable {
  action_id: number
  /** The account, which may be deleted meanwhile. */
  account_id: number
  /** Its name at that time; null for an account that was not found. */
  username: string | null
  /** `done`, or why it was skipped: `unchanged`, `own_account`, or the code of an error. */
  outcome: string
}

declare module '../../../infrastructure/db/tables.ts' {
  interface Tables {
    user_actions: UserActionTable
    user_action_accounts: UserActionAccountTable
  }
}
