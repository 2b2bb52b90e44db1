import { PostBadges, PostControls, type PostProps, useRelated, useT } from '@parley/client'
import type { ReactNode } from 'react'
import { SuspendedBadge } from './SuspendedBadge.tsx'
import { SuspendItem } from './SuspendItem.tsx'

/** The items on posts about their authors. */
export default [
  PostBadges.add('suspended', AuthorBadge),
  PostControls.add('suspend', SuspendAuthor, { priority: -50 }),
]

function AuthorBadge({ post }: PostProps): ReactNode {
  const author = useRelated(post, 'user', 'users')
  return author && <SuspendedBadge user={author} />
}

function SuspendAuthor({ post }: PostProps): ReactNode {
  const t = useT()
  const author = useRelated(post, 'user', 'users')
  if (author === undefined) return null
  const { displayName: username } = author
  return (
    <SuspendItem user={author} label={t('suspend.forum.post_controls.suspend_author_button', { username })} />
  )
}
