import {
  Badge,
  changeDiscussion,
  DiscussionBadges,
  DiscussionControls,
  type DiscussionProps,
  defineClientExtension,
  discussionPath,
  EventText,
  MenuItem,
  type PostProps,
  useApp,
  useT,
} from '@parley/client'
import type { EventPosts } from '@parley/shared'
import type { ReactNode } from 'react'

export default defineClientExtension({
  slots: [
    DiscussionBadges.add('locked', LockedBadge, 0, isLocked),
    DiscussionControls.add('lock', LockControl),
  ],
  eventPosts: { discussionLocked: DiscussionLocked },
  notifications: {
    discussionLocked: {
      label: 'lock.forum.settings.notify_discussion_locked_label',
      icon: 'lock',
      text: 'lock.forum.notifications.discussion_locked_text',
      link: ({ discussion, content }) => (discussion ? discussionPath(discussion, content.postNumber) : '/'),
    },
  },
  gambits: { 'is:locked': { text: 'lock.forum.search.locked_text' } },
})

function isLocked({ discussion }: DiscussionProps): boolean {
  return discussion.isLocked === true
}

function LockedBadge(): ReactNode {
  const t = useT()
  return <Badge type="locked" icon="lock" label={t('lock.forum.badge.locked_tooltip')} />
}

function LockControl({ discussion }: DiscussionProps): ReactNode {
  const app = useApp()
  const { isLocked, canLock } = discussion
  if (!canLock) return null
  return (
    <MenuItem
      icon={isLocked ? 'unlock' : 'lock'}
      onSelect={() => void changeDiscussion(app, discussion, { isLocked: !isLocked })}
    >
      {app.t(
        isLocked
          ? 'lock.forum.discussion_controls.unlock_button'
          : 'lock.forum.discussion_controls.lock_button',
      )}
    </MenuItem>
  )
}

function DiscussionLocked({
  post,
  content,
}: PostProps & { content: EventPosts['discussionLocked'] }): ReactNode {
  return (
    <EventText
      post={post}
      icon={content.locked ? 'lock' : 'unlock'}
      text={
        content.locked
          ? 'lock.forum.post_stream.discussion_locked_text'
          : 'lock.forum.post_stream.discussion_unlocked_text'
      }
    />
  )
}
