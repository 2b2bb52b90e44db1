import { discussionPath, type StoreRecord, useApp, useRelated } from '@parley/client'
import type { ReactNode } from 'react'

interface PostLinkProps {
  post: StoreRecord<'posts'>
  className?: string
  onClick?: () => void
  children: ReactNode
}

/** A link to a post in its discussion. */
export function PostLink({ post, children, ...rest }: PostLinkProps): ReactNode {
  const { href } = useApp()
  const discussion = useRelated(post, 'discussion', 'discussions')
  const path = discussion && href(discussionPath(discussion, post.number))
  return (
    <a {...rest} href={path} data-id={post.id}>
      {children}
    </a>
  )
}
