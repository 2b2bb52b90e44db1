import type { ResourceObject } from '@parley/shared'
import type { ReactNode } from 'react'
import { Time } from '../../base/i18n/Time.tsx'
import { useApp } from '../../points/app-context.ts'
import { Prose } from '../../ui/prose/Prose.tsx'
import { discussionPath } from '../discussions/discussion-path.ts'

interface PostExcerptsProps {
  /** Resources with excerpts in place of long texts. The store does not hold them. */
  posts: readonly ResourceObject[] | undefined
}

/** Excerpts of the following posts with links to the whole ones, for readers without scripts, who cannot load more. */
export function PostExcerpts({ posts = [] }: PostExcerptsProps): ReactNode {
  if (posts.length === 0) return null
  return (
    <noscript>
      <div className="PostsList">
        {posts.map((post) => (
          <PostExcerpt key={post.id} post={post} />
        ))}
      </div>
    </noscript>
  )
}

function PostExcerpt({ post: { attributes = {}, relationships } }: { post: ResourceObject }): ReactNode {
  const { t, href, store } = useApp()
  const { number, createdAt, contentType, contentHtml, isHidden, renderFailed } = attributes
  const author = store.get('users', targetOf(relationships?.user))
  const discussion = store.get('discussions', targetOf(relationships?.discussion))
  const path = discussion && href(discussionPath(discussion, Number(number)))
  const hasText = contentType === 'comment' && !isHidden && !renderFailed
  return (
    <article className="PostsListItem">
      <h2 className="PostsListItem-in">
        <a href={path}>#{String(number)}</a>
        {author && <bdi>{author.displayName}</bdi>}
        <Time value={String(createdAt)} />
      </h2>
      {hasText && <Prose html={String(contentHtml ?? '')} />}
      {hasText && (
        <p>
          <a href={path}>{t('core.forum.post_stream.whole_post_link', { number: Number(number) })}</a>
        </p>
      )}
    </article>
  )
}

/** Returns the id of a to-one relationship's target; empty for none. */
function targetOf(relationship: { data?: unknown } | undefined): string {
  const target = relationship?.data as { id?: string } | null | undefined
  return target?.id ?? ''
}
