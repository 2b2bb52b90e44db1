import { z } from 'zod'
import { clearColumn, purgeRows } from '../../engine/deletion/purge-rows.ts'
import '../../engine/deletion/table.ts'
import type { Policy } from '../../points/access/policies.ts'
import { allow, deny } from '../../points/access/verdicts.ts'
import { defineExtension } from '../../points/extension.ts'
import { deletionOfSubjects } from './deletions.ts'
import { emailChannel, emailJob } from './email/email.ts'
import { unsubscribeRoutes } from './email/unsubscribe.ts'
import { loadEventPosts } from './event-posts.ts'
import { countFields, loadSubjects, notificationFields } from './fields.ts'
import { findNotifications } from './list.ts'
import { notificationListeners } from './listeners.ts'
import { notificationMigrations, userColumns } from './migrations.ts'
import { notificationRoutes, readGroup } from './read.ts'
import { notification } from './realtime.ts'
import type { NotificationRow } from './table.ts'

/** An actor's own notifications, except those about deleted rows. */
const ownNotifications: Policy<NotificationRow, 'notifications'> = {
  verdict: (actor, { user_id }) => (!actor.isGuest && user_id === actor.id ? allow : deny),
  scope: (eb, { actor }) =>
    eb.and([
      eb('notifications.user_id', '=', actor.id),
      eb.not(
        eb.exists(
          eb
            .selectFrom('notification_groups')
            .innerJoin('deletions', (join) =>
              join.on(({ and, eb: on, or, ref }) =>
                or(
                  (['root', 'subject'] as const).map((reach) =>
                    and([
                      on('deletions.type', '=', ref(`notification_groups.${reach}_type`)),
                      on('deletions.row_id', '=', ref(`notification_groups.${reach}_id`)),
                    ]),
                  ),
                ),
              ),
            )
            .select('notification_groups.id')
            .whereRef('notification_groups.id', '=', 'notifications.group_id'),
        ),
      ),
    ]),
}

/** Notifications: their list, counts, channels and writes. */
export const notificationsFeature = defineExtension({
  migrations: notificationMigrations,
  affects: {
    notifications: 'nothing',
    notification_groups: 'nothing',
    ...Object.fromEntries(userColumns.map((column) => [`users.${column}`, 'nothing' as const])),
  },
  settings: { visibility_version: { schema: z.string(), default: '' } },
  notificationChannels: { alert: {}, email: emailChannel },
  jobs: { 'notifications.mail': emailJob },
  realtimeEvents: { notification },
  policies: { notifications: { view: ownNotifications } },
  resources: {
    users: { fields: countFields },
    notifications: {
      table: 'notifications',
      lockedWith: { type: 'users', key: 'user_id' },
      fields: notificationFields,
      relations: {
        user: { to: 'users', key: 'user_id', form: 'basic' },
        fromUser: { to: 'users', key: 'from_user_id', form: 'basic' },
        subject: { to: '*', loadAny: loadSubjects },
        eventPost: { to: 'posts', load: loadEventPosts },
      },
      endpoints: {
        index: {
          authenticated: true,
          include: { default: ['fromUser', 'subject', 'subject.discussion'], optional: ['eventPost'] },
          find: findNotifications,
        },
        update: { authenticated: true, run: readGroup },
      },
    },
  },
  routes: [...notificationRoutes, ...unsubscribeRoutes],
  on: notificationListeners,
  deletions: {
    '*': deletionOfSubjects,
    users: {
      sweep: [
        purgeRows('notifications', 'user_id'),
        purgeRows('notification_groups', 'user_id'),
        clearColumn('notifications', 'from_user_id'),
      ],
    },
  },
})
