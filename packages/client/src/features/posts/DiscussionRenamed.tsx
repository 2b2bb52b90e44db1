import type { EventPosts } from '@parley/shared'
import type { ReactNode } from 'react'
import { useT } from '../../base/app-context.ts'
import { EventText } from './EventText.tsx'
import type { PostProps } from './slots.ts'

/** Somebody gave the discussion another title. */
export function DiscussionRenamed({
  post,
  content: [before, now],
}: PostProps & { content: EventPosts['discussionRenamed'] }): ReactNode {
  const t = useT()
  return (
    <EventText
      post={post}
      icon="edit"
      text="core.forum.post_stream.discussion_renamed_text"
      params={{
        old: <s>{before}</s>,
        new: <b title={t('core.forum.post_stream.discussion_renamed_old_tooltip', { old: before })}>{now}</b>,
      }}
    />
  )
}
