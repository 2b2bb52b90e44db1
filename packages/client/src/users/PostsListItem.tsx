import type { ReactNode } from 'react'
import { useApp } from '../app-context.ts'
import { discussionPath } from '../discussions/discussion-path.ts'
import { Rich } from '../i18n/Rich.tsx'
import { Time } from '../i18n/Time.tsx'
import { RenderFailed } from '../posts/RenderFailed.tsx'
import type { StoreRecord } from '../store/record.ts'
import { useRelated } from '../store/use-record.ts'
import { classNames } from '../ui/class-names.ts'
import { Prose } from '../ui/Prose.tsx'
import { PostsListItemMeta } from './slots.ts'

/** One post outside of its discussion. */
export function PostsListItem({ post }: { post: StoreRecord<'posts'> }): ReactNode {
  const { href } = useApp()
  const discussion = useRelated(post, 'discussion', 'discussions')
  const id = `post-${post.id}`
  return (
    <article className={classNames('PostsListItem', post.isHidden && 'is-hidden')} aria-labelledby={id}>
      <h2 className="PostsListItem-in" id={id}>
        {discussion && (
          <span>
            <Rich
              id="core.forum.user.in_discussion_text"
              params={{
                discussion: (
                  <a href={href(discussionPath(discussion, post.number))}>
                    <bdi>{discussion.title}</bdi>
                  </a>
                ),
              }}
            />
          </span>
        )}
        <PostsListItemMeta post={post} />
        <Time value={post.createdAt} />
      </h2>
      {post.renderFailed ? <RenderFailed post={post} /> : <Prose html={post.contentHtml ?? ''} />}
    </article>
  )
}
