import { type ClientExtension, discussionPath } from '@parley/client'
import { lazy } from 'react'

// Without its code a notification is shown without the excerpt.
const Excerpt = lazy(() => import('./NotificationExcerpt.tsx').catch(() => ({ default: () => null })))

/** How the list of the bell shows mentions. */
export const mentionNotifications: ClientExtension['notifications'] = {
  postMentioned: {
    label: 'mentions.forum.settings.notify_post_mentioned_label',
    icon: 'reply',
    text: ({ notification: { othersCount } }) =>
      `mentions.forum.notifications.post_mentioned${othersCount ? '_by_several' : ''}_text`,
    params: ({ notification: { othersCount = 0 } }, { t }) => ({
      others: t('mentions.forum.notifications.others_text', { count: othersCount }),
    }),
    // The post may be in another discussion than the mentioned one.
    link({ notification, discussion, subject }, { store }) {
      const post = store.related(notification, 'mentioningPost', 'posts')
      const place = post && store.related(post, 'discussion', 'discussions')
      if (post && place) return discussionPath(place, post.number)
      return discussion ? discussionPath(discussion, Number(subject.number)) : '/'
    },
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
