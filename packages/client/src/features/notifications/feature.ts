import { defineClientExtension } from '../../points/extension.ts'
import { discussionPath } from '../discussions/discussion-path.ts'
import { DrawerItems, DrawerMarks, HeaderItems } from '../frame/slots.ts'
import { Bell } from './Bell.tsx'
import { DrawerNotifications, NewCountLabel } from './DrawerNotifications.tsx'
import { notificationsRequest } from './list-request.ts'

/** Notifications: the bell in the header, the list, and the core's own type. */
export const notificationsFeature = defineClientExtension({
  slots: [
    HeaderItems.add('notifications', Bell, { priority: 10 }),
    DrawerItems.add('notifications', DrawerNotifications, { priority: -50 }),
    DrawerMarks.add('notifications', NewCountLabel),
  ],
  routes: {
    notifications: {
      path: '/notifications',
      page: () => import('./notifications-page.tsx'),
      requests: (location, app) => [notificationsRequest(location, app)],
      isForMembers: true,
    },
  },
  titleCount: ({ store, userId }) =>
    (userId === undefined ? undefined : store.get('users', userId))?.newNotificationCount ?? 0,
  notificationChannels: {
    alert: { label: 'core.forum.settings.notify_by_web_heading' },
    email: { label: 'core.forum.settings.notify_by_email_heading' },
  },
  notifications: {
    discussionRenamed: {
      label: 'core.forum.settings.notify_discussion_renamed_label',
      icon: 'edit',
      text: 'core.forum.notifications.discussion_renamed_text',
      link: ({ discussion, content }) => (discussion ? discussionPath(discussion, content.postNumber) : '/'),
    },
  },
})
