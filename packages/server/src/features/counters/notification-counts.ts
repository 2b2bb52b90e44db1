import { sql } from 'kysely'
import type { Forum } from '../../points/context/context.ts'
import type { Counter } from '../../points/counters/counters.ts'
import { wants } from '../notifications/alert-types.ts'
import { loadRecipients } from '../notifications/sync/recipients.ts'
import { isUnsettled, viewerOf } from '../notifications/viewer.ts'

interface Sum {
  user_id: number
  type: string
  count: number
}

const name = 'users.notification counts'

/**
 * Counts of unread and new notifications of users, of the types that each user wants listed. Skips users whose
 * notifications await a check: reading them recounts.
 */
export function notificationCounts(forum: Forum): Counter {
  return {
    name,
    table: 'users',
    async differences({ read, dialect }, ids) {
      const rows = await read
        .selectFrom('users')
        .select(['id', 'preferences', 'unread_notification_count', 'new_notification_count'])
        .select(['notification_viewer', 'notification_check'])
        .where((eb) => dialect.idIn(eb.ref('id'), ids))
        .orderBy('id')
        .execute()
      const recipients = await loadRecipients({ db: read, forum }, ids)
      const viewers = new Map(recipients.map(({ id, actor }) => [id, viewerOf({ actor, forum })]))
      const users = rows.filter((user) => !isUnsettled(user, viewers.get(user.id) ?? ''))
      const ofUsers = dialect.idIn(
        sql.ref<number>('notification_groups.user_id'),
        users.map(({ id }) => id),
      )
      const unread = await sql<Sum>`
        select user_id, type, cast(sum(unread_count) as ${dialect.types.integer}) as count from notification_groups
        where ${ofUsers} and is_visible = true group by user_id, type`.execute(read)
      const unseen = await sql<Sum>`
        select notification_groups.user_id, notification_groups.type, count(*) as count from notification_groups
        join users on users.id = notification_groups.user_id
        join notifications on notifications.group_id = notification_groups.id
        where ${ofUsers} and notification_groups.is_visible = true and notifications.read_at is null
          and notifications.is_deleted = false and notifications.is_covered = false
          and notifications.id > users.seen_notification_id
        group by notification_groups.user_id, notification_groups.type`.execute(read)
      return users.flatMap((user) => {
        const total = ({ rows }: { rows: Sum[] }) =>
          rows
            .filter(({ user_id, type }) => user_id === user.id && wants(user, type, 'alert', forum))
            .reduce((sum, { count }) => sum + count, 0)
        const stored = `${user.unread_notification_count} unread, ${user.new_notification_count} new`
        const counted = `${total(unread)} unread, ${total(unseen)} new`
        return stored === counted ? [] : [{ counter: name, id: user.id, stored, counted }]
      })
    },
    async repair(db, { dialect }, ids) {
      await db
        .updateTable('users')
        .set({ notification_check: 0 })
        .where((eb) => dialect.idIn(eb.ref('id'), ids))
        .execute()
    },
  }
}
