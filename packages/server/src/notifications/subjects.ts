import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { WriteContext } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import type { ResourceType } from '../points/resource-rows.ts'

type GroupsBuilder = ExpressionBuilder<Tables, 'notification_groups'>

/** Which groups something concerns: those about a row, or also those about what belongs to it. */
type Reach = 'subject' | 'root'

/**
 * To be called when it may have changed who sees a row, by anything but permissions: it was hidden, restored, made
 * private, moved. Notifications about it and about what belongs to it (posts of a discussion) are listed and counted
 * accordingly when their users next come. Costs two statements, for any number of users.
 */
export function visibilityChanged(context: WriteContext, type: ResourceType, id: number): Promise<void> {
  return markStale(context, type, id, 'root')
}

/** As `visibilityChanged`, for a row that belongs to another one: a post. */
export function subjectVisibilityChanged(
  context: WriteContext,
  type: ResourceType,
  id: number,
): Promise<void> {
  return markStale(context, type, id, 'subject')
}

async function markStale(context: WriteContext, type: ResourceType, id: number, reach: Reach): Promise<void> {
  await checkUsersOf(context, type, id, reach)
  await context.db
    .updateTable('notification_groups')
    .set({ is_stale: true })
    .where((eb) => concerns(eb, type, id, reach))
    .execute()
}

/**
 * To be called when a row is deleted: nothing is said about it, nor about what belongs to it, any more (api-core 4.9).
 */
export async function removeNotificationsAbout(
  context: WriteContext,
  type: ResourceType,
  id: number,
): Promise<void> {
  for (const reach of ['root', 'subject'] as const) {
    await checkUsersOf(context, type, id, reach)
    await context.db
      .deleteFrom('notification_groups')
      .where((eb) => concerns(eb, type, id, reach))
      .execute()
  }
}

/** Has the counts of those who have such notifications added up when they next come. */
async function checkUsersOf(
  { db }: WriteContext,
  type: ResourceType,
  id: number,
  reach: Reach,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ notification_check: 0 })
    .where('notification_check', 'is', null)
    .where((eb) =>
      eb(
        'users.id',
        'in',
        eb
          .selectFrom('notification_groups')
          .select('notification_groups.user_id')
          .where((inner) => concerns(inner, type, id, reach)),
      ),
    )
    .execute()
}

function concerns(eb: GroupsBuilder, type: ResourceType, id: number, reach: Reach): Expression<SqlBool> {
  return eb.and([
    eb(`notification_groups.${reach}_type`, '=', type),
    eb(`notification_groups.${reach}_id`, '=', id),
  ])
}
