import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Rich } from '../../base/i18n/Rich.tsx'
import { useRecord, useRelated } from '../../base/records/use-record.ts'
import { useApp } from '../../points/app-context.ts'
import { appearanceOf } from '../../points/pages/appearance.ts'
import { useHasItems } from '../../points/slots.tsx'
import type { StoreRecord } from '../../store/record.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Avatar } from '../../ui/identity/Avatar.tsx'
import { TimeTip } from '../../ui/menus/Tip.tsx'
import { Prose } from '../../ui/prose/Prose.tsx'
import { useTrace } from '../../ui/use-trace.ts'
import { useIsOnline } from '../users/card/online.ts'
import { userPath } from '../users/user-path.ts'
import { restorePost } from './actions.ts'
import { PostMenu } from './PostMenu.tsx'
import { postPath } from './post-path.ts'
import { RenderFailed } from './RenderFailed.tsx'
import { PostActions, PostBadges, PostEnd, PostFooter, PostHeader, PostMeta, PostNotices } from './slots.ts'

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
  const author = useRelated(post, 'user', 'users')
  const hasBadges = useHasItems(PostBadges)
  const { number } = post
  const isHidden = post.isHidden === true
  const element = useKeptFocus(isHidden)
  const trace = useTrace(isHidden)
  const isOnline = useIsOnline(author)
  const app = useApp()
  const { href } = app
  // Restoring the post resets this state, so that hiding the post again collapses it.
  if (isShown && !isHidden) setIsShown(false)
  return (
    <article
      ref={element}
      className={classNames(
        'Post',
        isHidden && 'is-hidden',
        isMarked && 'is-marked',
        trace.className,
        appearanceOf(app, post).className,
      )}
      id={`p${number}`}
      data-number={number}
      aria-labelledby={`p${number}-by`}
      aria-posinset={number}
      aria-setsize={Math.max(number, setSize)}
      onAnimationEnd={trace.onAnimationEnd}
    >
      <div className="Post-avatar">
        <Avatar user={author} href={author && href(userPath(author))} isBesideName isOnline={isOnline} />
        {hasBadges && (
          <span className="Badges">
            <PostBadges post={post} />
          </span>
        )}
      </div>
      {isHidden ? (
        <HiddenHeader post={post} author={author} isShown={isShown} onToggle={() => setIsShown(!isShown)} />
      ) : (
        <Header post={post} author={author} />
      )}
      {(!isHidden || isShown) && <Content post={post} />}
    </article>
  )
}

/** Keeps the focus in a post whose focused control disappears when the post is hidden or restored. */
function useKeptFocus(isHidden: boolean) {
  const element = useRef<HTMLElement>(null)
  const lastHidden = useRef(isHidden)
  useLayoutEffect(() => {
    if (lastHidden.current === isHidden) return
    lastHidden.current = isHidden
    if (document.activeElement !== document.body) return
    const control = isHidden ? '.Post-header .Button' : '.Post-actions [aria-haspopup]'
    element.current?.querySelector<HTMLElement>(control)?.focus({ preventScroll: true })
  }, [isHidden])
  return element
}

interface HeaderProps {
  post: CommentProps['post']
  author: StoreRecord<'users'> | undefined
}

function Header({ post, author }: HeaderProps): ReactNode {
  const app = useApp()
  const hasHeader = useHasItems(PostHeader)
  const path = postPath(app, post)
  const label = app.t('core.forum.post.number_tooltip', { number: post.number })
  return (
    <header className="Post-header">
      <h2 className="Post-author" id={`p${post.number}-by`}>
        <Name user={author} isLink />
      </h2>
      {hasHeader && <PostHeader post={post} />}
      <span className="Post-meta">
        <PostMeta post={post} />
        <TimeTip value={post.createdAt} />
        <a className="Post-number" href={path && app.href(path)} data-tooltip={label} aria-label={label}>
          {`#${post.number}`}
        </a>
      </span>
    </header>
  )
}

interface HiddenHeaderProps extends HeaderProps {
  isShown: boolean
  onToggle: () => void
}

/** Says who hid the post and when; the name stands there once if that was the author. */
function HiddenHeader({ post, author, isShown, onToggle }: HiddenHeaderProps): ReactNode {
  const app = useApp()
  const { t } = app
  const hider = useRelated(post, 'hiddenUser', 'users')
  const isByAuthor = author !== undefined && hider?.id === author.id
  const hidden = (
    <Rich
      id="core.forum.post.hidden_text"
      params={{
        username: <Name user={hider} isLink={isByAuthor} />,
        ago: <TimeTip value={post.hiddenAt ?? post.createdAt} />,
      }}
    />
  )
  return (
    <header className="Post-header">
      <h2 className="Post-author" id={`p${post.number}-by`}>
        {isByAuthor ? hidden : <Name user={author} isLink />}
      </h2>
      {!isByAuthor && <span>{hidden}</span>}
      <span className="Post-meta">
        {post.canHide && (
          <Button variant="link" onClick={() => void restorePost(app, post)}>
            {t('core.forum.post_controls.restore_button')}
          </Button>
        )}
        <Button variant="link" aria-expanded={isShown} onClick={onToggle}>
          {t(isShown ? 'core.forum.post.collapse_button' : 'core.forum.post.show_button')}
        </Button>
      </span>
    </header>
  )
}

function Name({ user, isLink }: { user: HeaderProps['author']; isLink: boolean }): ReactNode {
  const { t, href } = useApp()
  if (user === undefined) return <span className="Muted">{t('core.lib.username.deleted_text')}</span>
  const name = <bdi>{user.displayName}</bdi>
  return isLink ? <a href={href(userPath(user))}>{name}</a> : name
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
        <Prose className="Post-body" html={post.contentHtml ?? ''} post={post} />
      )}
      <footer className="Post-footer">
        {hasFooter && <PostFooter post={post} />}
        <div className="Post-actions">
          <PostActions post={post} />
          <PostMenu post={post} />
        </div>
      </footer>
      <PostEnd post={post} />
    </>
  )
}
