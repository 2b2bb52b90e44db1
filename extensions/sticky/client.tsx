import {
  Badge,
  changeDiscussion,
  DiscussionBadges,
  DiscussionControls,
  DiscussionExcerpt,
  type DiscussionProps,
  defineClientExtension,
  EventText,
  MenuItem,
  type PostProps,
  unreadCount,
  useApp,
  useRelated,
  useSessionUser,
  useT,
} from '@parley/client'
import type { EventPosts } from '@parley/shared'
import { excerpt } from '@parley/shared/excerpt'
import type { ReactNode } from 'react'

const excerptLength = 175

export default defineClientExtension({
  slots: [
    DiscussionBadges.add('sticky', StickyBadge, { priority: 10, when: isSticky }),
    DiscussionControls.add('sticky', StickyControl),
    DiscussionExcerpt.add('sticky', StickyExcerpt, { priority: -100, when: isSticky }),
  ],
  includes: { 'discussions.list': ['stickyPost'] },
  eventPosts: { discussionStickied: DiscussionStickied },
  gambits: { 'is:sticky': { text: 'sticky.forum.search.sticky_text' } },
})

function isSticky({ discussion }: DiscussionProps): boolean {
  return discussion.isSticky === true
}

function StickyBadge(): ReactNode {
  const t = useT()
  return <Badge type="sticky" icon="pin" label={t('sticky.forum.badge.sticky_tooltip')} />
}

/** An excerpt of a sticky discussion, until the reader has read it. */
function StickyExcerpt({ discussion }: DiscussionProps): ReactNode {
  const viewer = useSessionUser()
  const firstPost = useRelated(discussion, 'stickyPost', 'posts')
  const isRead = viewer !== undefined && unreadCount(discussion, viewer) === 0
  if (isRead || !firstPost?.contentHtml) return null
  return (
    <p className="DiscussionRow-excerpt" dir="auto">
      {excerpt(firstPost.contentHtml, excerptLength)}
    </p>
  )
}

function StickyControl({ discussion }: DiscussionProps): ReactNode {
  const app = useApp()
  const { isSticky, canSticky } = discussion
  if (!canSticky) return null
  const done = app.t(
    isSticky
      ? 'sticky.forum.discussion_controls.unstickied_message'
      : 'sticky.forum.discussion_controls.stickied_message',
  )
  return (
    <MenuItem
      icon="pin"
      onSelect={() => void changeDiscussion(app, discussion, { isSticky: !isSticky }, done)}
    >
      {app.t(
        isSticky
          ? 'sticky.forum.discussion_controls.unsticky_button'
          : 'sticky.forum.discussion_controls.sticky_button',
      )}
    </MenuItem>
  )
}

function DiscussionStickied({
  post,
  content,
}: PostProps & { content: EventPosts['discussionStickied'] }): ReactNode {
  return (
    <EventText
      post={post}
      icon="pin"
      text={
        content.sticky
          ? 'sticky.forum.post_stream.discussion_stickied_text'
          : 'sticky.forum.post_stream.discussion_unstickied_text'
      }
    />
  )
}
