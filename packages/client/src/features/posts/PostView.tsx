import { memo, type ReactNode, useState } from 'react'
import { Rich } from '../../base/i18n/Rich.tsx'
import { Time } from '../../base/i18n/Time.tsx'
import { useRecord, useRelated } from '../../base/records/use-record.ts'
import { useApp } from '../../points/app-context.ts'
import { useHasItems } from '../../points/slots.tsx'
import type { StoreRecord } from '../../store/record.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Prose } from '../../ui/prose/Prose.tsx'
import { useIsOnline } from '../users/card/online.ts'
import { userPath } from '../users/user-path.ts'
import { PostMenu } from './PostMenu.tsx'
import { postPath } from './post-path.ts'
import { RenderFailed } from './RenderFailed.tsx'
import { PostActions, PostBadges, PostFooter, PostHeader, PostMeta, PostNotices } from './slots.ts'

interface PostViewProps {
  id: string
  /** How many posts the discussion has, for assistive technology. */
  setSize: number
  /** Highlights the post that the reader asked for. */
  isMarked: boolean
}

/** A post of a discussion: a comment, or an event post whose type is declared. */
export const PostView = memo(function PostView({ id, setSize, isMarked }: PostViewProps): ReactNode {
  const { eventPosts } = useApp()
  const post = useRecord('posts', id)
  if (post === undefined) return null
  if (post.contentType === 'comment') return <Comment post={post} setSize={setSize} isMarked={isMarked} />
  const Event = eventPosts.get(post.contentType)
  if (Event === undefined) return null
  return (
    <article
      className={classNames('EventPost', isMarked && 'is-marked')}
      id={`p${post.number}`}
      data-number={post.number}
    >
      <Event post={post} content={post.content as never} />
      <PostMenu post={post} />
    </article>
  )
})

interface CommentProps extends Omit<PostViewProps, 'id'> {
  post: StoreRecord<'posts'>
}

function Comment({ post, setSize, isMarked }: CommentProps): ReactNode {
  const [isShown, setIsShown] = useState(false)
  const { t, href } = useApp()
  const author = useRelated(post, 'user', 'users')
  const hasBadges = useHasItems(PostBadges)
  const hasHeader = useHasItems(PostHeader)
  const { number, isHidden } = post
  const profile = author && href(userPath(author))
  // Restoring the post resets this state, so that hiding the post again collapses it.
  if (isShown && !isHidden) setIsShown(false)
  return (
    <article
      className={classNames('Post', isHidden && 'is-hidden', isMarked && 'is-marked')}
      id={`p${number}`}
      data-number={number}
      aria-labelledby={`p${number}-by`}
      aria-posinset={number}
      aria-setsize={Math.max(number, setSize)}
    >
      <div className="Post-avatar">
        <Avatar user={author} href={profile} isOnline={useIsOnline(author)} />
        {hasBadges && (
          <span className="Badges">
            <PostBadges post={post} />
          </span>
        )}
      </div>
      <header className="Post-header">
        <h2 className="Post-author" id={`p${number}-by`}>
          {author === undefined ? (
            <span className="Muted">{t('core.lib.username.deleted_text')}</span>
          ) : (
            <a href={profile}>
              <bdi>{author.displayName}</bdi>
            </a>
          )}
        </h2>
        {hasHeader && <PostHeader post={post} />}
        {isHidden ? (
          <HiddenMeta post={post} isShown={isShown} onToggle={() => setIsShown(!isShown)} />
        ) : (
          <Meta post={post} />
        )}
      </header>
      {(!isHidden || isShown) && <Content post={post} />}
    </article>
  )
}

function Meta({ post }: { post: CommentProps['post'] }): ReactNode {
  const app = useApp()
  const path = postPath(app, post)
  const label = app.t('core.forum.post.number_tooltip', { number: post.number })
  return (
    <span className="Post-meta">
      <PostMeta post={post} />
      <Time value={post.createdAt} />
      <a className="Post-number" href={path && app.href(path)} title={label} aria-label={label}>
        {`#${post.number}`}
      </a>
    </span>
  )
}

interface HiddenMetaProps {
  post: CommentProps['post']
  isShown: boolean
  onToggle: () => void
}

function HiddenMeta({ post, isShown, onToggle }: HiddenMetaProps): ReactNode {
  const { t } = useApp()
  const hider = useRelated(post, 'hiddenUser', 'users')
  return (
    <>
      <span>
        <Rich
          id="core.forum.post.hidden_text"
          params={{
            username: <bdi>{hider?.displayName ?? t('core.lib.username.deleted_text')}</bdi>,
            ago: <Time value={post.hiddenAt ?? post.createdAt} />,
          }}
        />
      </span>
      <span className="Post-meta">
        <Button variant="link" aria-expanded={isShown} onClick={onToggle}>
          {t(isShown ? 'core.forum.post.collapse_button' : 'core.forum.post.show_button')}
        </Button>
      </span>
    </>
  )
}

function Content({ post }: { post: CommentProps['post'] }): ReactNode {
  const hasNotices = useHasItems(PostNotices)
  const hasFooter = useHasItems(PostFooter)
  return (
    <>
      {hasNotices && <PostNotices post={post} />}
      {post.renderFailed ? (
        <RenderFailed post={post} />
      ) : (
        <Prose className="Post-body" html={post.contentHtml ?? ''} />
      )}
      <footer className="Post-footer">
        {hasFooter && <PostFooter post={post} />}
        <div className="Post-actions">
          <PostActions post={post} />
          <PostMenu post={post} />
        </div>
      </footer>
    </>
  )
}
