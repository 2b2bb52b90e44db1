import { Actor } from '../../../points/context/actor.ts'
import { type Context, rulesOf } from '../../../points/context/context.ts'
import type { ResourceRows, ResourceType } from '../../../points/resources/resource-rows.ts'
import { accountOf, groupIdsOf, selectAccounts } from '../../groups/account-rows.ts'

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
  const rows = await selectAccounts(db)
    .where((eb) => forum.database.dialect.idIn(eb.ref('users.id'), userIds))
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, memberships]) => {
    const [row] = memberships
    if (!row) return []
    const actor = new Actor(rules, accountOf(row), groupIdsOf(memberships))
    return [{ id, preferences: row.preferences, actor }]
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
