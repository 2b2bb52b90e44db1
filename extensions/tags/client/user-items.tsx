import { type PostProps, PostsListItemMeta, useRelated } from '@parley/client'
import type { ReactNode } from 'react'
import { useTags } from './labels/DiscussionTags.tsx'
import { TagLabel } from './labels/TagLabel.tsx'

export default [PostsListItemMeta.add('tags', PostTags)]

/** The labels of the discussion of a post, in a list of posts. */
function PostTags({ post }: PostProps): ReactNode {
  const tags = useTags(useRelated(post, 'discussion', 'discussions'))
  return tags.map((tag) => <TagLabel key={tag.id} tag={tag} />)
}
