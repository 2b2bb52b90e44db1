import { Avatar, discussionPath, type PostProps, Rich, Time, useApp, useRelated } from '@parley/client'
import type { ReactNode } from 'react'
import { PostLink } from './PostLink.tsx'
import { postExcerpt } from './post-excerpt.ts'

interface PostPreviewProps extends PostProps {
  /** The discussion that need not be named. */
  discussionId?: string | undefined
  /** Called when the reader follows the link. */
  onFollow?: () => void
}

/** Who wrote a post and when, with the beginning of its text. The name leads to the post. */
export function PostPreview({ post, discussionId, onFollow }: PostPreviewProps): ReactNode {
  const { t, href } = useApp()
  const author = useRelated(post, 'user', 'users')
  const discussion = useRelated(post, 'discussion', 'discussions')
  return (
    <article className="PostPreview">
      <Avatar user={author} size="s" />
      <h3>
        <PostLink post={post} onClick={onFollow}>
          <bdi>{author?.displayName ?? t('core.lib.username.deleted_text')}</bdi>
        </PostLink>{' '}
        <Time value={post.createdAt} />
      </h3>
      {discussion !== undefined && discussion.id !== discussionId && (
        <p className="Muted">
          <Rich
            id="core.forum.user.in_discussion_text"
            params={{
              discussion: (
                <a href={href(discussionPath(discussion, post.number))} onClick={onFollow}>
                  <bdi>{discussion.title}</bdi>
                </a>
              ),
            }}
          />
        </p>
      )}
      <p dir="auto">{postExcerpt(post.contentHtml)}</p>
    </article>
  )
}
