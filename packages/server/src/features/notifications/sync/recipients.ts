import { Actor } from '../../../points/context/actor.ts'
import { type Context, rulesOf } from '../../../points/context/context.ts'
import type { ResourceRows, ResourceType } from '../../../points/resources/resource-rows.ts'

/** A user who gets a notification. */
export interface Recipient {
  id: number
  preferences: string | null
  actor: Actor
}

/** Loads the accounts of these users as actors, in one query. Deleted accounts are left out. */
export async function loadRecipients(
  { db, forum }: Pick<Context, 'db' | 'forum'>,
  userIds: readonly number[],
): Promise<Recipient[]> {
  const rules = rulesOf(forum)
  const rows = await db
    .selectFrom('users')
    .leftJoin('group_user', 'group_user.user_id', 'users.id')
    .leftJoin('groups', (join) =>
      join.onRef('groups.id', '=', 'group_user.group_id').on('groups.deleted_at', 'is', null),
    )
    .select([
      'users.id',
      'users.preferences',
      'users.is_email_confirmed',
      'users.marked_all_as_read_at',
      'groups.id as group_id',
    ])
    .where((eb) => forum.database.dialect.idIn(eb.ref('users.id'), userIds))
    .where('users.deleted_at', 'is', null)
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, memberships]) => {
    const [row] = memberships
    if (!row) return []
    const account = {
      id,
      isEmailConfirmed: row.is_email_confirmed,
      markedAllAsReadAt: row.marked_all_as_read_at,
    }
    const groups = memberships.flatMap(({ group_id }) => group_id ?? [])
    return [{ id, preferences: row.preferences, actor: new Actor(rules, account, groups) }]
  })
}

/** Ids of the users who see a row, by its policies. The number of queries does not depend on the number of users. */
export async function usersWhoSee<Type extends ResourceType>(
  context: Context,
  type: Type,
  row: ResourceRows[Type],
  userIds: readonly number[],
): Promise<number[]> {
  const recipients = await loadRecipients(context, userIds)
  return recipients.filter(({ actor }) => actor.can('view', type, row)).map(({ id }) => id)
}
