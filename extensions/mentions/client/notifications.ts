import { type ClientExtension, discussionPath } from '@parley/client'
import { lazy } from 'react'

const Excerpt = lazy(() => import('./NotificationExcerpt.tsx'))

/** How the list of the bell shows mentions. */
export const mentionNotifications: ClientExtension['notifications'] = {
  postMentioned: {
    label: 'mentions.forum.settings.notify_post_mentioned_label',
    icon: 'reply',
    text: 'mentions.forum.notifications.post_mentioned_text',
    link: ({ discussion, content }) => (discussion ? discussionPath(discussion, content.replyNumber) : '/'),
    Excerpt,
  },
  userMentioned: {
    label: 'mentions.forum.settings.notify_user_mentioned_label',
    icon: 'at',
    text: 'mentions.forum.notifications.user_mentioned_text',
    link: ({ discussion, subject }) =>
      discussion ? discussionPath(discussion, Number(subject.number)) : '/',
    Excerpt,
  },
  groupMentioned: {
    label: 'mentions.forum.settings.notify_group_mentioned_label',
    icon: 'at',
    text: 'mentions.forum.notifications.group_mentioned_text',
    link: ({ discussion, subject }) =>
      discussion ? discussionPath(discussion, Number(subject.number)) : '/',
    Excerpt,
  },
}
