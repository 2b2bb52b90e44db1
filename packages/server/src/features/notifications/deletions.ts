import { resourceOf } from '../../engine/jsonapi/rows.ts'
import type { WriteContext } from '../../points/context/context.ts'
import type { Deletion, DeletionStep, Purge } from '../../points/resources/deletions.ts'
import type { ResourceType } from '../../points/resources/resource-rows.ts'
import { concerns } from './subjects.ts'
import { markCountsStale } from './sync/stale-counts.ts'

/** Groups that one transaction hides. */
const batchSize = 500

/** Which notifications a deletion concerns: for a discussion, those about its posts, too (`root`); for a post, those about it. */
function reachOf(context: WriteContext, type: ResourceType): 'root' | 'subject' {
  return resourceOf(context, type).lockedWith ? 'subject' : 'root'
}

/** Hides a batch of the groups about a deleted row, so that they are neither listed nor counted. */
const hideGroups: DeletionStep = async (context, { type, id, after: [afterUser, afterGroup] }) => {
  const { db, forum } = context
  const reach = reachOf(context, type)
  const groups = await db
    .selectFrom('notification_groups')
    .select(['id', 'user_id'])
    .where((eb) => concerns(eb, type, id, reach))
    .where((eb) => eb(eb.refTuple('user_id', 'id'), '>', eb.tuple(afterUser, afterGroup)))
    .orderBy('user_id')
    .orderBy('id')
    .limit(batchSize)
    .execute()
  const last = groups.at(-1)
  if (!last) return undefined
  const userIds = [...new Set(groups.map(({ user_id }) => user_id))]
  context.changeUsers(userIds, async () => {
    await markCountsStale(context, userIds)
    await db
      .updateTable('notification_groups')
      .set({ is_visible: false })
      .where((eb) =>
        forum.database.dialect.idIn(
          eb.ref('id'),
          groups.map((group) => group.id),
        ),
      )
      .execute()
  })
  return groups.length === batchSize ? [last.user_id, last.id] : undefined
}

/** Removes a batch of the notifications about deleted rows, and afterwards of their groups. */
const purgeNotifications: Purge = async (context, { type, ids, limit }) => {
  const { db } = context
  const reach = reachOf(context, type)
  for (const id of ids) {
    const removed = await db
      .deleteFrom('notifications')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('notification_groups')
          .innerJoin('notifications as batch', 'batch.group_id', 'notification_groups.id')
          .select('batch.id')
          .where((inner) => concerns(inner, type, id, reach))
          .limit(limit),
      )
      .executeTakeFirstOrThrow()
    if (removed.numDeletedRows > 0n) return Number(removed.numDeletedRows)
    const groups = await db
      .deleteFrom('notification_groups')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('notification_groups as batch')
          .select('batch.id')
          .where(`batch.${reach}_type`, '=', type)
          .where(`batch.${reach}_id`, '=', id)
          .limit(limit),
      )
      .executeTakeFirstOrThrow()
    if (groups.numDeletedRows > 0n) return Number(groups.numDeletedRows)
  }
  return 0
}

/** Hides and purges the notifications about deleted rows of any type. */
export const deletionOfSubjects: Deletion = {
  settle: { notifications: hideGroups },
  sweep: [purgeNotifications],
}
