import { defineClientExtension, EventText, type PostProps } from '@parley/client'
import type { EventPosts } from '@parley/shared'
import type { ReactNode } from 'react'

declare module '@parley/shared' {
  interface EventPosts {
    discussionFeatured: { featured: boolean }
  }
}

type Props = PostProps & { content: EventPosts['discussionFeatured'] }

/** The line that records that a discussion was featured. */
export default defineClientExtension({
  eventPosts: { discussionFeatured: DiscussionFeatured },
})

function DiscussionFeatured({ post, content }: Props): ReactNode {
  const text = content.featured ? 'featured_text' : 'unfeatured_text'
  return <EventText post={post} icon="check" text={`featuring.forum.post_stream.${text}`} />
}
