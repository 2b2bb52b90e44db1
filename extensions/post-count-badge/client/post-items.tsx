import { PostHeader, type PostProps, useRelated, useT, VisuallyHidden } from '@parley/client'
import type { ReactNode } from 'react'
import { LevelIcon } from './LevelIcon.tsx'

/** The badge of a post's author. Its tooltip says how many posts that are. */
function PostCountBadge({ post }: PostProps): ReactNode {
  const t = useT()
  const author = useRelated(post, 'user', 'users')
  if (!author?.autoCountBadge) return null
  const written = t('post-count-badge.forum.hasWritten', { count: author.commentCount ?? 0 })
  return (
    <span className="PostCountBadge" data-tooltip={written}>
      <LevelIcon icon={author.autoCountBadge} />
      <bdi>{author.autoCountBadgeLabel}</bdi>
      <VisuallyHidden>({written})</VisuallyHidden>
    </span>
  )
}

export default [
  PostHeader.add('postCount', PostCountBadge, { when: ({ post }) => post.contentType === 'comment' }),
]
