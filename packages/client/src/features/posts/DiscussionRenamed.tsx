import type { EventPosts } from '@parley/shared'
import type { ReactNode } from 'react'
import { useT } from '../../points/app-context.ts'
import { EventText } from './EventText.tsx'
import type { PostProps } from './slots.ts'

/** The event post of a renamed discussion. */
export function DiscussionRenamed({
  post,
  content: [oldTitle, newTitle],
}: PostProps & { content: EventPosts['discussionRenamed'] }): ReactNode {
  const t = useT()
  return (
    <EventText
      post={post}
      icon="edit"
      text="core.forum.post_stream.discussion_renamed_text"
      params={{
        old: <s>{oldTitle}</s>,
        new: (
          <b data-tooltip={t('core.forum.post_stream.discussion_renamed_old_tooltip', { old: oldTitle })}>
            {newTitle}
          </b>
        ),
      }}
    />
  )
}
