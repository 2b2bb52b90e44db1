import type { ListExcerpts } from '@parley/shared'
import { humanDuration } from '@parley/shared/i18n'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { useObservable } from '../../../base/use-observable.ts'
import { useApp } from '../../../points/app-context.ts'
import { Button, LinkButton } from '../../../ui/buttons/Button.tsx'
import { PostExcerpts } from '../../posts/PostExcerpts.tsx'
import { PostSkeleton } from '../../posts/PostSkeleton.tsx'
import { PostView } from '../../posts/PostView.tsx'
import { useDiscussionPage } from '../page-context.ts'
import { moveFocusInFeed } from './feed-keys.ts'
import { PendingPost } from './PendingPost.tsx'
import type { StreamState } from './post-stream.ts'
import { ReadMarker } from './read-marker.ts'
import { timeGap, type Unread, unreadMarks } from './stream-window.ts'
import { usePlaces } from './use-places.ts'
import { useStreamScroll } from './use-stream-scroll.ts'

interface PostStreamViewProps {
  setSize: number
  /** The viewer's unread posts when the page opened. */
  unread: Unread | undefined
  /** URLs of the pages before and after, for browsers without scripts. */
  previous: string | undefined
  next: string | undefined
  /** Excerpts of posts that exceeded the size of the page. */
  excerpts: ListExcerpts | undefined
}

/** The loaded posts of a discussion, as a feed that grows at both ends. */
export function PostStreamView({
  setSize,
  unread,
  previous,
  next,
  excerpts,
}: PostStreamViewProps): ReactNode {
  const app = useApp()
  const { stream, position } = useDiscussionPage()
  const state = useObservable(stream)
  const [marker] = useState(() => new ReadMarker(app, stream.discussionId))
  const element = useRef<HTMLDivElement>(null)
  useStreamScroll({ stream, state, position, marker, element })
  usePlaces(stream, element)
  const { window: loaded, isJumping, isLoadingEarlier, isLoadingLater } = state
  const isBusy = isJumping || isLoadingEarlier || isLoadingLater
  const isSlow = useIsSlow(isJumping)
  return (
    <>
      {loaded.hasEarlier && !isSlow && <StreamEnd state={state} direction="earlier" href={previous} />}
      <PostExcerpts posts={excerpts?.earlier} />
      <div
        ref={element}
        className="PostStream"
        role="feed"
        aria-label={app.t('core.forum.post_stream.label')}
        aria-busy={isBusy || undefined}
        onKeyDown={moveFocusInFeed}
      >
        {isSlow ? (
          <Skeletons height={element.current?.offsetHeight ?? 0} />
        ) : (
          <Posts state={state} setSize={setSize} unread={unread} />
        )}
      </div>
      {state.pending.map(({ id, html }) => (
        <PendingPost key={id} html={html} />
      ))}
      <PostExcerpts posts={excerpts?.later} />
      {loaded.hasLater && !isSlow && <StreamEnd state={state} direction="later" href={next} />}
    </>
  )
}

/** Milliseconds of a jump after which skeletons show. */
const skeletonDelay = 200

/** Whether a process has been active for longer than `skeletonDelay`. */
function useIsSlow(isActive: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isActive) return
    const timer = setTimeout(() => setIsSlow(true), skeletonDelay)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isActive])
  return isActive && isSlow
}

interface PostsProps {
  state: StreamState
  setSize: number
  unread: Unread | undefined
}

function Posts({ state: { window: loaded, marked }, setSize, unread }: PostsProps): ReactNode {
  const marks = unread && unreadMarks(loaded, unread)
  return loaded.posts.map((post, index) => {
    const gap = timeGap(loaded.posts[index - 1], post)
    const count = marks?.get(post.id)
    // Always a fragment: a mark that appears before the post later must not remount it.
    return (
      <Fragment key={post.id}>
        {gap !== undefined && <TimeGap milliseconds={gap} />}
        {count !== undefined && <UnreadMark count={count} />}
        <PostView id={post.id} setSize={setSize} isMarked={post.number === marked} />
      </Fragment>
    )
  })
}

function TimeGap({ milliseconds }: { milliseconds: number }): ReactNode {
  const { t, translator } = useApp()
  const period = humanDuration(milliseconds, translator)
  return (
    <p className="TimeGap">
      <span>{t('core.forum.post_stream.time_lapsed_text', { period })}</span>
    </p>
  )
}

function UnreadMark({ count }: { count: number }): ReactNode {
  const { t } = useApp()
  return <p className="UnreadMark">{t('core.forum.post_stream.new_posts_text', { count })}</p>
}

interface StreamEndProps {
  state: StreamState
  direction: 'earlier' | 'later'
  /** URL for browsers without scripts. */
  href: string | undefined
}

/** The end of a partly loaded stream: a link that loads more, skeletons during a load, a button to retry. */
function StreamEnd({ state, direction, href }: StreamEndProps): ReactNode {
  const { t } = useApp()
  const { stream } = useDiscussionPage()
  const isEarlier = direction === 'earlier'
  if (isEarlier && state.isLoadingEarlier) return <PostSkeleton />
  if (!isEarlier && state.isLoadingLater) return <LaterSkeletons />
  if (state.failed === direction) return <Retry />
  return (
    <div className="PostStream-end">
      <LinkButton
        variant="quiet"
        isSmall
        icon={isEarlier ? 'up' : 'down'}
        href={href}
        rel={isEarlier ? 'prev' : 'next'}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          void stream.extend(direction)
        }}
      >
        {t(
          isEarlier
            ? 'core.forum.post_stream.load_earlier_button'
            : 'core.forum.post_stream.load_later_button',
        )}
      </LinkButton>
    </div>
  )
}

/** Enough skeletons to keep the page scrollable. */
function LaterSkeletons(): ReactNode {
  return (
    <>
      <PostSkeleton />
      <PostSkeleton />
      <PostSkeleton />
    </>
  )
}

function Retry(): ReactNode {
  const { t } = useApp()
  const { stream } = useDiscussionPage()
  return (
    <div className="PostStream-end" role="alert">
      <span>{t('core.forum.post_stream.load_failed_text')}</span>
      <Button variant="outline" onClick={() => void stream.retry()}>
        {t('core.forum.post_stream.load_more_button')}
      </Button>
    </div>
  )
}

/** Height of a skeleton in pixels, and the maximum number of skeletons. */
const skeletonHeight = 150
const maxSkeletons = 60

/** Skeletons as tall as the posts they replace, so that the page keeps its length. */
function Skeletons({ height }: { height: number }): ReactNode {
  const count = Math.min(maxSkeletons, Math.max(3, Math.ceil(height / skeletonHeight)))
  return (
    <div style={{ minBlockSize: height }}>
      {[...Array(count).keys()].map((key) => (
        <PostSkeleton key={key} />
      ))}
    </div>
  )
}
