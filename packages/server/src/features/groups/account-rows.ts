import { type Account, Actor } from '../../points/context/actor.ts'
import { type Context, type Forum, rulesOf } from '../../points/context/context.ts'

/**
 * Selects accounts that are not deleted, in a row for each of their groups; without a group, in one row. `actorOf` makes
 * the actor of an account.
 */
export function selectAccounts({ db, forum }: Pick<Context, 'db' | 'forum'>) {
  const declared = [...forum.points.accounts.columns.keys()]
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
      ...declared.map((column) => `users.${column as 'id'}` as const),
    ])
    .where('users.deleted_at', 'is', null)
}

export type AccountRow = Awaited<ReturnType<ReturnType<typeof selectAccounts>['execute']>>[number]

/** What an actor with an account is made of. */
export type ActorParts = ConstructorParameters<typeof Actor>

/** The rules, the account and the groups of an actor, from all rows of its account; undefined without any. */
export function actorParts(forum: Forum, rows: readonly AccountRow[]): ActorParts | undefined {
  const [row] = rows
  if (!row) return undefined
  return [rulesOf(forum), accountOf(row, forum), rows.flatMap(({ group_id }) => group_id ?? [])]
}

/** The account of a user, with the columns that extensions declare. */
export function accountOf(
  row: Pick<AccountRow, 'id' | 'is_email_confirmed' | 'marked_all_as_read_at'>,
  forum: Forum,
): Account {
  const declared = [...forum.points.accounts.columns.keys()]
  return {
    id: row.id,
    isEmailConfirmed: row.is_email_confirmed,
    markedAllAsReadAt: row.marked_all_as_read_at,
    ...(declared.length > 0 && {
      columns: Object.fromEntries(declared.map((column) => [column, row[column as 'id']])),
    }),
  }
}

/** The actor of an account, from all its rows; undefined without any. */
export function actorOf(forum: Forum, rows: readonly AccountRow[]): Actor | undefined {
  const parts = actorParts(forum, rows)
  return parts && new Actor(...parts)
}
