import type { Actor } from '../../../points/context/actor.ts'
import type { Context } from '../../../points/context/context.ts'
import type { ResourceRows, ResourceType } from '../../../points/resources/resource-rows.ts'
import { actorOf, selectAccounts } from '../../groups/account-rows.ts'

/** A user who gets a notification. */
export interface Recipient {
  id: number
  preferences: string | null
  actor: Actor
}

/** Loads the accounts of these users as actors, in one query. Deleted accounts are left out. */
export async function loadRecipients(
  context: Pick<Context, 'db' | 'forum'>,
  userIds: readonly number[],
): Promise<Recipient[]> {
  const { forum } = context
  const rows = await selectAccounts(context)
    .where((eb) => forum.database.dialect.idIn(eb.ref('users.id'), userIds))
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, memberships]) => {
    const [row] = memberships
    const actor = actorOf(forum, memberships)
    return row && actor ? [{ id, preferences: row.preferences, actor }] : []
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
