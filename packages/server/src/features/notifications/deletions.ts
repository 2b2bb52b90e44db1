import { resourceOf } from '../../engine/jsonapi/rows.ts'
import type { WriteContext } from '../../points/context/context.ts'
import type { Deletion, DeletionStep, Purge } from '../../points/resources/deletions.ts'
import type { ResourceType } from '../../points/resources/resource-rows.ts'
import { concerns } from './subjects.ts'
import { markCountsStale } from './sync/stale-counts.ts'

/** Groups that one transaction takes out of sight. */
const batchSize = 500

/** Of a row with a root of its own, notifications about what belongs to it count too. */
function reachOf(context: WriteContext, type: ResourceType): 'root' | 'subject' {
  return resourceOf(context, type).lockedWith ? 'subject' : 'root'
}

/** Nothing about the row is listed or counted any more. */
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

/** First the notifications, then their groups. */
const removeAbout: Purge = async (context, { type, ids, limit }) => {
  const { db } = context
  const reach = reachOf(context, type)
  for (const id of ids) {
    const removed = await db
      .deleteFrom('notifications')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('notification_groups')
          .innerJoin('notifications as some', 'some.group_id', 'notification_groups.id')
          .select('some.id')
          .where((inner) => concerns(inner, type, id, reach))
          .limit(limit),
      )
      .executeTakeFirstOrThrow()
    if (removed.numDeletedRows > 0n) return Number(removed.numDeletedRows)
    const groups = await db
      .deleteFrom('notification_groups')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('notification_groups as some')
          .select('some.id')
          .where(`some.${reach}_type`, '=', type)
          .where(`some.${reach}_id`, '=', id)
          .limit(limit),
      )
      .executeTakeFirstOrThrow()
    if (groups.numDeletedRows > 0n) return Number(groups.numDeletedRows)
  }
  return 0
}

/** What is said about deleted rows, whatever they are. */
export const deletionOfSubjects: Deletion = {
  settle: { notifications: hideGroups },
  sweep: [removeAbout],
}
