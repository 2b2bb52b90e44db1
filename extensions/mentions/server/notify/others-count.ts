import type { Field, ResourceRows } from '@parley/server'

type NotificationRow = ResourceRows['notifications']

/** Notifications of a group whose senders are counted at most. */
const most = 100

/**
 * `othersCount` of a notification: how many others replied to the same post, and are unread. Lists show the newest reply only.
 */
export const othersCount: Field<NotificationRow> = {
  json: 'integer',
  async load(notifications, { db, forum }) {
    const unread = notifications.filter(({ type, read_at }) => type === 'postMentioned' && read_at === null)
    const groupIds = unread.map(({ group_id }) => group_id)
    const groups =
      groupIds.length === 0
        ? []
        : await db
            .selectFrom('notification_groups as grouped')
            .select((eb) => [
              'grouped.id',
              eb
                .selectFrom(
                  eb
                    .selectFrom('notifications')
                    .select('from_user_id')
                    .whereRef('group_id', '=', 'grouped.id')
                    .where('is_deleted', '=', false)
                    .where('is_covered', '=', false)
                    .where('read_at', 'is', null)
                    .orderBy('id', 'desc')
                    .limit(most)
                    .as('newest'),
                )
                .select((of) => of.fn.count<number>('newest.from_user_id').distinct().as('count'))
                .as('senders'),
            ])
            .where((eb) => forum.database.dialect.idIn(eb.ref('grouped.id'), groupIds))
            .execute()
    const senders = new Map(groups.map(({ id, senders }) => [id, Number(senders)]))
    return new Map(
      notifications.map(({ id, group_id, from_user_id }) => [
        id,
        Math.max(0, (senders.get(group_id) ?? 0) - (from_user_id === null ? 0 : 1)),
      ]),
    )
  },
}
