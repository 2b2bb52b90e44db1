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

type LockEvent = EventPosts['discussionLocked']

export default defineClientExtension({
  slots: [
    DiscussionBadges.add('locked', LockedBadge, { when: ({ discussion }) => discussion.isLocked === true }),
    DiscussionControls.add('lock', LockControl),
  ],
  eventPosts: { discussionLocked: DiscussionLocked },
  notifications: {
    discussionLocked: {
      label: 'lock.forum.settings.notify_discussion_locked_label',
      icon: 'lock',
      text: ({ notification }, { store }) => {
        const event = store.related(notification, 'eventPost', 'posts')?.content
        return event ? eventText(event as LockEvent) : 'lock.forum.notifications.discussion_locked_text'
      },
      link: ({ discussion, content }) => (discussion ? discussionPath(discussion, content.postNumber) : '/'),
    },
  },
  includes: { notifications: ['eventPost'] },
  replyRefusals: {
    locked: {
      icon: 'lock',
      label: 'lock.forum.badge.locked_tooltip',
      text: 'lock.forum.reply.locked_text',
      applies: (discussion) => discussion.isLocked === true,
    },
  },
  screenSlots: { discussion: () => import('./client/discussion-items.tsx') },
  gambits: { 'is:locked': { text: 'lock.forum.search.locked_text' } },
})

function LockedBadge(): ReactNode {
  const t = useT()
  return <Badge type="locked" icon="lock" label={t('lock.forum.badge.locked_tooltip')} />
}

function LockControl({ discussion }: DiscussionProps): ReactNode {
  const app = useApp()
  const { isLocked, canLock } = discussion
  if (!canLock) return null
  const action = isLocked ? 'unlock' : 'lock'
  const done = app.t(`lock.forum.discussion_controls.${action}ed_message`)
  return (
    <MenuItem
      icon={action}
      onSelect={() => void changeDiscussion(app, discussion, { isLocked: !isLocked }, done)}
    >
      {app.t(`lock.forum.discussion_controls.${action}_button`)}
    </MenuItem>
  )
}

function DiscussionLocked({ post, content }: PostProps & { content: LockEvent }): ReactNode {
  return <EventText post={post} icon={content.locked ? 'lock' : 'unlock'} text={eventText(content)} />
}

function eventText({ locked }: LockEvent): string {
  return `lock.forum.post_stream.discussion_${locked ? 'locked' : 'unlocked'}_text`
}
