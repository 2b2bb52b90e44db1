import type { Queries } from '../../infrastructure/db/tables.ts'
import type { Account } from '../../points/context/actor.ts'

/** Selects accounts that are not deleted, in a row for each of their groups; without a group, in one row. */
export function selectAccounts(db: Queries) {
  return db
    .selectFrom('users')
    .leftJoin('group_user', 'group_user.user_id', 'users.id')
    .leftJoin('groups', (join) =>
      join.onRef('groups.id', '=', 'group_user.group_id').on('groups.deleted_at', 'is', null),
    )
    .select([
      'users.id',
      'users.is_email_confirmed',
      'users.preferences',
      'users.last_seen_at',
      'users.marked_all_as_read_at',
      'groups.id as group_id',
    ])
    .where('users.deleted_at', 'is', null)
}

export type AccountRow = Awaited<ReturnType<ReturnType<typeof selectAccounts>['execute']>>[number]

/** The account of one of its rows. */
export function accountOf(row: AccountRow): Account {
  return {
    id: row.id,
    isEmailConfirmed: row.is_email_confirmed,
    markedAllAsReadAt: row.marked_all_as_read_at,
  }
}

/** The ids of an account's groups, from all its rows. */
export function groupIdsOf(rows: readonly AccountRow[]): number[] {
  return rows.flatMap(({ group_id }) => group_id ?? [])
}
