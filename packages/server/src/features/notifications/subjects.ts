import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Tables } from '../../infrastructure/db/tables.ts'
import type { WriteContext } from '../../points/context/context.ts'
import type { ResourceType } from '../../points/resources/resource-rows.ts'
import { markCountsStale } from './sync/stale-counts.ts'

type GroupsBuilder = ExpressionBuilder<Tables, 'notification_groups'>

/** The groups that a change concerns: those about a row, or also those about rows that belong to it. */
type Reach = 'subject' | 'root'

/**
 * Marks the notifications about a row, and about rows that belong to it (posts of a discussion), for a new decision on
 * their visibility, which the next request of each user makes. Call it after a change of who sees the row other than by
 * permissions: it was hidden, restored, made private or moved. Runs four statements for any number of users, at the end
 * of the transaction.
 */
export async function visibilityChanged(
  context: WriteContext,
  type: ResourceType,
  id: number,
): Promise<void> {
  markStale(context, type, id, 'root')
}

/** Does the same as `visibilityChanged` for a row that belongs to another one: a post. */
export async function subjectVisibilityChanged(
  context: WriteContext,
  type: ResourceType,
  id: number,
): Promise<void> {
  markStale(context, type, id, 'subject')
}

function markStale(context: WriteContext, type: ResourceType, id: number, reach: Reach): void {
  changeGroups(context, type, id, reach, async () => {
    await context.db
      .updateTable('notification_groups')
      .set({ is_stale: true })
      .where((eb) => concerns(eb, type, id, reach))
      .execute()
  })
}

/**
 * Deletes the notifications about a row and about rows that belong to it (api-core 4.9). Call it when the row is
 * deleted, unless its type is deleted in batches.
 */
export async function removeNotificationsAbout(
  context: WriteContext,
  type: ResourceType,
  id: number,
): Promise<void> {
  for (const reach of ['root', 'subject'] as const) {
    changeGroups(context, type, id, reach, async () => {
      await context.db
        .deleteFrom('notification_groups')
        .where((eb) => concerns(eb, type, id, reach))
        .execute()
    })
  }
}

/** Changes groups at the end of the transaction, and marks the counts of their users as stale. */
function changeGroups(
  context: WriteContext,
  type: ResourceType,
  id: number,
  reach: Reach,
  change: () => Promise<void>,
): void {
  let userIds: number[] = []
  const find = async () => {
    const rows = await context.db
      .selectFrom('notification_groups')
      .select('user_id')
      .distinct()
      .where((eb) => concerns(eb, type, id, reach))
      .execute()
    userIds = rows.map(({ user_id }) => user_id)
    return userIds
  }
  context.changeUsers(find, async () => {
    if (userIds.length === 0) return
    await markCountsStale(context, userIds)
    await change()
  })
}

/** The condition for groups that a change of a row concerns. */
export function concerns(
  eb: GroupsBuilder,
  type: ResourceType,
  id: number,
  reach: Reach,
): Expression<SqlBool> {
  return eb.and([
    eb(`notification_groups.${reach}_type`, '=', type),
    eb(`notification_groups.${reach}_id`, '=', id),
  ])
}
