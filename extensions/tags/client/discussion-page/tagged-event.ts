import { createSlot, type PostProps } from '@parley/client'
import type { EventPosts } from '@parley/shared'

/** Props of an event post about the tags of its discussion. */
export interface TaggedProps extends PostProps {
  content: EventPosts['discussionTagged']
}

/** The text of such an event post. Its one item is loaded with the page of a discussion, not with the first view. */
export const TaggedEvent = createSlot<TaggedProps>('TaggedEvent')
