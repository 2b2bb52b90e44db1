import { type App, changeDiscussion, type DiscussionProps, MenuItem, useApp } from '@parley/client'
import type { ReactNode } from 'react'
import type { Subscription } from '../shared.ts'

/** Follows or mutes a discussion, or neither. Muting says so, and offers to undo it: lists no longer have the discussion. */
export function subscribe(
  app: App,
  discussion: DiscussionProps['discussion'],
  subscription: Subscription | null,
): void {
  const done =
    subscription === 'ignore' ? app.t('subscriptions.forum.discussion_controls.ignored_message') : undefined
  void changeDiscussion(app, discussion, { subscription }, done)
}

/** What the menu of a discussion offers: to follow or to mute it, or to end that. */
export function SubscriptionControls({ discussion }: DiscussionProps): ReactNode {
  const app = useApp()
  const control = (action: string, icon: string, next: Subscription | null) => (
    <MenuItem icon={icon} onSelect={() => subscribe(app, discussion, next)}>
      {app.t(`subscriptions.forum.discussion_controls.${action}_button`)}
    </MenuItem>
  )
  if (discussion.subscription === 'follow') return control('unfollow', 'bell', null)
  if (discussion.subscription === 'ignore') return control('unignore', 'belloff', null)
  return (
    <>
      {control('follow', 'bell', 'follow')}
      {control('ignore', 'belloff', 'ignore')}
    </>
  )
}
