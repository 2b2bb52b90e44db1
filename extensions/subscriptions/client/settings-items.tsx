import { NotificationSettings, PreferenceSwitch, useT } from '@parley/client'
import type { ReactNode } from 'react'

export default [
  NotificationSettings.add('followAfterReply', FollowAfterReply, { priority: 50 }),
  NotificationSettings.add('notifyForAllPosts', NotifyForAllPosts, { priority: 40 }),
]

function FollowAfterReply(): ReactNode {
  const t = useT()
  return (
    <PreferenceSwitch name="followAfterReply">
      {t('subscriptions.forum.settings.follow_after_reply_label')}
    </PreferenceSwitch>
  )
}

function NotifyForAllPosts(): ReactNode {
  const t = useT()
  return (
    <PreferenceSwitch
      name="flarum-subscriptions.notify_for_all_posts"
      text={t('subscriptions.forum.settings.notify_for_all_posts_text')}
    >
      {t('subscriptions.forum.settings.notify_for_all_posts_label')}
    </PreferenceSwitch>
  )
}
