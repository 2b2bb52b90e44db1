import { notAuthenticated } from '../../infrastructure/errors.ts'
import type { Context, WriteContext } from '../../points/context/context.ts'
import { timestamp } from '../../points/context/context.ts'
import type { Route, RouteAnswer } from '../../points/requests/routes.ts'
import { wants } from './alert-types.ts'
import type { NotificationRow } from './table.ts'

/** `PATCH /api/notifications/{id}`: marks all notifications of the same type about the same subject as read. */
export async function readGroup(row: NotificationRow, context: WriteContext): Promise<NotificationRow> {
  const { db, forum } = context
  const group = await db
    .selectFrom('notification_groups')
    .innerJoin('users', 'users.id', 'notification_groups.user_id')
    .select(['is_visible', 'unread_count', 'newest_id', 'preferences', 'seen_notification_id as seen'])
    .where('notification_groups.id', '=', row.group_id)
    .executeTakeFirstOrThrow()
  const isCounted = group.is_visible && wants(group, row.type, 'alert', forum)
  const newCount =
    isCounted && group.newest_id > group.seen ? await countNew(context, row.group_id, group.seen) : 0
  await db
    .updateTable('notifications')
    .set({ read_at: timestamp(context) })
    .where('group_id', '=', row.group_id)
    .where('read_at', 'is', null)
    .execute()
  await db
    .updateTable('notification_groups')
    .set({ unread_count: 0 })
    .where('id', '=', row.group_id)
    .execute()
  if (isCounted && group.unread_count > 0) {
    await db
      .updateTable('users')
      .set((eb) => ({
        unread_notification_count: eb('unread_notification_count', '-', group.unread_count),
        new_notification_count: eb('new_notification_count', '-', newCount),
      }))
      .where('id', '=', row.user_id)
      .execute()
  }
  return { ...row, read_at: row.read_at ?? timestamp(context) }
}

async function countNew({ db }: Context, groupId: number, seen: number): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('group_id', '=', groupId)
    .where('id', '>', seen)
    .where('read_at', 'is', null)
    .where('is_deleted', '=', false)
    .where('is_covered', '=', false)
    .executeTakeFirstOrThrow()
  return count
}

/** The routes that mark all of an actor's notifications as read, or delete them. */
export const notificationRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/notifications/read',
    name: 'notifications.readAll',
    describes: { summary: 'Mark every notification as read', answers: { 204: 'empty', 401: 'error' } },
    run: (_request, context) => changeAll(context, readAll),
  },
  {
    method: 'DELETE',
    path: '/api/notifications',
    name: 'notifications.deleteAll',
    describes: { summary: 'Delete every notification', answers: { 204: 'empty', 401: 'error' } },
    run: (_request, context) => changeAll(context, deleteAll),
  },
]

async function changeAll(
  context: Context,
  change: (context: WriteContext) => Promise<void>,
): Promise<RouteAnswer> {
  if (context.actor.isGuest) throw notAuthenticated()
  await context.forum.write(context, change)
  return { status: 204, empty: true }
}

/** Updates the account's row first: all changes of its notifications take this lock. */
async function readAll(context: WriteContext): Promise<void> {
  const { db, actor } = context
  await clearCounts(context)
  await db
    .updateTable('notifications')
    .set({ read_at: timestamp(context) })
    .where('user_id', '=', actor.id)
    .where('read_at', 'is', null)
    .execute()
  await db
    .updateTable('notification_groups')
    .set({ unread_count: 0 })
    .where('user_id', '=', actor.id)
    .where('unread_count', '>', 0)
    .execute()
}

async function deleteAll(context: WriteContext): Promise<void> {
  await clearCounts(context)
  await context.db.deleteFrom('notifications').where('user_id', '=', context.actor.id).execute()
  await context.db.deleteFrom('notification_groups').where('user_id', '=', context.actor.id).execute()
}

async function clearCounts({ db, actor }: WriteContext): Promise<void> {
  await db
    .updateTable('users')
    .set({ unread_notification_count: 0, new_notification_count: 0 })
    .where('id', '=', actor.id)
    .execute()
}
