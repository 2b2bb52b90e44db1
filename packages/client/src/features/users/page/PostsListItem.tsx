import type { ReactNode } from 'react'
import { Rich } from '../../../base/i18n/Rich.tsx'
import { useRelated } from '../../../base/records/use-record.ts'
import { useApp } from '../../../points/app-context.ts'
import type { StoreRecord } from '../../../store/record.ts'
import { classNames } from '../../../ui/class-names.ts'
import { TimeTip } from '../../../ui/menus/Tip.tsx'
import { Prose } from '../../../ui/prose/Prose.tsx'
import { discussionPath } from '../../discussions/discussion-path.ts'
import { RenderFailed } from '../../posts/RenderFailed.tsx'
import { PostsListItemMeta } from '../slots.ts'

/** A post outside its discussion. */
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
        <TimeTip value={post.createdAt} />
      </h2>
      {post.renderFailed ? <RenderFailed post={post} /> : <Prose html={post.contentHtml ?? ''} post={post} />}
    </article>
  )
}
