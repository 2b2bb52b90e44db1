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
      text: ({ notification }, { store }) => {
        const event = store.related(notification, 'lockEvent', 'posts')?.content as
          | EventPosts['discussionLocked']
          | undefined
        if (event === undefined) return 'lock.forum.notifications.discussion_locked_text'
        return event.locked
          ? 'lock.forum.post_stream.discussion_locked_text'
          : 'lock.forum.post_stream.discussion_unlocked_text'
      },
      link: ({ discussion, content }) => (discussion ? discussionPath(discussion, content.postNumber) : '/'),
    },
  },
  includes: { notifications: ['lockEvent'] },
  replyRefusals: {
    locked: {
      icon: 'lock',
      label: 'lock.forum.badge.locked_tooltip',
      text: 'lock.forum.reply.locked_text',
      applies: (discussion) => isLocked({ discussion }),
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
  const done = app.t(
    isLocked
      ? 'lock.forum.discussion_controls.unlocked_message'
      : 'lock.forum.discussion_controls.locked_message',
  )
  return (
    <MenuItem
      icon={isLocked ? 'unlock' : 'lock'}
      onSelect={() => void changeDiscussion(app, discussion, { isLocked: !isLocked }, done)}
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
