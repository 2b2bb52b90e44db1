import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Tables } from '../../infrastructure/db/tables.ts'
import type { WriteContext } from '../../points/context/context.ts'
import type { ResourceType } from '../../points/resources/resource-rows.ts'
import { markCountsStale } from './sync/stale-counts.ts'

type GroupsBuilder = ExpressionBuilder<Tables, 'notification_groups'>

/** Which groups something concerns: those about a row, or also those about what belongs to it. */
type Reach = 'subject' | 'root'

/**
 * To be called when it may have changed who sees a row, by anything but permissions: it was hidden, restored, made
 * private, moved. Notifications about it and about what belongs to it (posts of a discussion) are listed and counted
 * accordingly when their users next come. Costs four statements, for any number of users, at the end of the
 * transaction.
 */
export async function visibilityChanged(
  context: WriteContext,
  type: ResourceType,
  id: number,
): Promise<void> {
  markStale(context, type, id, 'root')
}

/** As `visibilityChanged`, for a row that belongs to another one: a post. */
export async function subjectVisibilityChanged(
  context: WriteContext,
  type: ResourceType,
  id: number,
): Promise<void> {
  markStale(context, type, id, 'subject')
}

function markStale(context: WriteContext, type: ResourceType, id: number, reach: Reach): void {
  changeConcerned(context, type, id, reach, async () => {
    await context.db
      .updateTable('notification_groups')
      .set({ is_stale: true })
      .where((eb) => concerns(eb, type, id, reach))
      .execute()
  })
}

/**
 * To be called when a row is deleted, other than in batches: nothing is said about it, nor about what belongs to it,
 * any more (api-core 4.9).
 */
export async function removeNotificationsAbout(
  context: WriteContext,
  type: ResourceType,
  id: number,
): Promise<void> {
  for (const reach of ['root', 'subject'] as const) {
    changeConcerned(context, type, id, reach, async () => {
      await context.db
        .deleteFrom('notification_groups')
        .where((eb) => concerns(eb, type, id, reach))
        .execute()
    })
  }
}

/**
 * Changes groups at the end of the transaction, and has the counts of those who have them added up when they next
 * come.
 */
function changeConcerned(
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

/** The condition on groups that a subject concerns. */
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
