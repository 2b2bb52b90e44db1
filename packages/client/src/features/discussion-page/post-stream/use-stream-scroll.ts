import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useApp } from '../../../base/app-context.ts'
import { discussionPath } from '../../discussions/discussion-path.ts'
import { endOfDiscussion, type PostStream, type StreamState, type StreamTarget } from './post-stream.ts'
import type { ReadMarker } from './read-marker.ts'
import type { ReadingPosition } from './reading-position.ts'
import {
  type Anchor,
  captureAnchor,
  closestElement,
  measureView,
  numberOf,
  restoreAnchor,
} from './stream-geometry.ts'

/** Milliseconds: how often the address follows, and when to look again after a load that was too early. */
const REWRITE_INTERVAL = 500
const LOOK_AGAIN = 350

/** Milliseconds without a scroll event after which the page has come to rest, and how long a mark stays after that. */
const AT_REST = 200
const MARKED_FOR = 2500

interface StreamScrollOptions {
  stream: PostStream
  state: StreamState
  position: ReadingPosition
  marker: ReadMarker
  element: RefObject<HTMLElement | null>
}

/** Ties a stream to the scrolling of the page: loads, holds in place, follows, and goes where it is told. */
export function useStreamScroll(options: StreamScrollOptions): void {
  useHeldPlace(options)
  useTarget(options)
  useMark(options)
  useFollowing(options)
}

// Whatever is put in or taken out, what one reads stays where it is. The browser's own anchoring is not in every
// browser, and does not see what React replaces; where it exists, it must not correct a second time.
function useHeldPlace({ stream, state, element }: StreamScrollOptions): void {
  const anchor = useRef<Anchor | undefined>(undefined)
  useLayoutEffect(
    () =>
      stream.subscribe(() => {
        if (element.current === null || stream.state.target !== undefined) return
        anchor.current ??= captureAnchor(element.current)
        document.documentElement.style.overflowAnchor = 'none'
      }),
    [stream, element],
  )
  useLayoutEffect(() => {
    if (anchor.current !== undefined && state.target === undefined) restoreAnchor(anchor.current)
    anchor.current = undefined
    const frame = requestAnimationFrame(() => {
      document.documentElement.style.overflowAnchor = ''
    })
    return () => cancelAnimationFrame(frame)
  }, [state])
}

function useTarget({ stream, state, element }: StreamScrollOptions): void {
  const { target } = state
  useLayoutEffect(() => {
    if (target === undefined) return
    // After the frame has put the new page at its beginning.
    queueMicrotask(() => {
      const post = element.current && closestElement(element.current, target.number)
      if (target.isMarked && post) void showMarked(post).then(() => stream.arrive(target))
      else {
        scrollToTarget(target, post ?? null)
        stream.arrive(target)
      }
    })
  }, [stream, element, target])
}

function useMark({ stream, state: { marked, target } }: StreamScrollOptions): void {
  useEffect(() => {
    if (marked === undefined || target !== undefined) return
    const timer = setTimeout(() => stream.unmark(), MARKED_FOR)
    return () => clearTimeout(timer)
  }, [stream, marked, target])
}

/** Moves to a post, and the focus with it. Resolves when the page has come to rest: until then it must not be moved. */
function showMarked(post: HTMLElement): Promise<void> {
  const wantsCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  post.tabIndex = -1
  post.focus({ preventScroll: true })
  post.scrollIntoView({ block: 'start', behavior: wantsCalm ? 'instant' : 'smooth' })
  return new Promise((resolve) => {
    const rest = () => {
      window.removeEventListener('scroll', wait)
      resolve()
    }
    let timer = setTimeout(rest, AT_REST)
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(rest, AT_REST)
    }
    window.addEventListener('scroll', wait, { passive: true })
  })
}

function scrollToTarget({ number, isNearest, top }: StreamTarget, post: Element | null): void {
  const behavior = 'instant'
  if (top !== undefined && post !== null) {
    window.scrollBy({ top: post.getBoundingClientRect().top - top, behavior })
  } else if (number === endOfDiscussion) {
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior })
  } else if (isNearest) {
    post?.scrollIntoView({ block: 'nearest', behavior })
  } else if (number <= 1) {
    window.scrollTo({ top: 0, behavior })
  } else {
    const line = post?.previousElementSibling
    const start = line?.matches('.UnreadMark') ? line : post
    start?.scrollIntoView({ block: 'start', behavior })
  }
}

function useFollowing({ stream, state, position, marker, element }: StreamScrollOptions): void {
  const app = useApp()
  const look = useRef((_isScroll: boolean) => {})
  useEffect(() => {
    let lastY = window.scrollY
    // The direction of the last move: posts that could not be asked for at once are asked for when the page has rested.
    let isUpwards = false
    let frame = 0
    let rewriting: ReturnType<typeof setTimeout> | undefined
    const rewrite = () => {
      rewriting = undefined
      const discussion = app.store.get('discussions', stream.discussionId)
      // On the way to a post the address is that post's already.
      if (discussion === undefined || stream.state.target !== undefined) return
      const path = discussionPath(discussion, position.current.number)
      if (app.router.state.entry.url !== path) app.router.rewrite(path)
    }
    look.current = (isScroll) => {
      frame = 0
      const { target, isJumping, failed, window: loaded } = stream.state
      const isOnTheWay = target?.isMarked === true
      if (element.current === null || isJumping || (target !== undefined && !isOnTheWay)) return
      const view = measureView(element.current)
      if (window.scrollY !== lastY) isUpwards = window.scrollY < lastY
      lastY = window.scrollY
      if (view.current !== undefined) {
        const number = numberOf(view.current)
        const createdAt = loaded.posts.find((post) => post.number === number)?.createdAt
        position.set({ number, createdAt })
      }
      if (isOnTheWay) return
      if (!document.hidden) marker.note(view.read)
      if (isScroll) rewriting ??= setTimeout(rewrite, REWRITE_INTERVAL)
      if (failed !== undefined) return
      if (view.isNearStart && isUpwards) void stream.extend('earlier')
      if (!view.isNearEnd) return
      if (loaded.hasLater) void stream.extend('later')
      else if (isScroll) void stream.lookForNew().catch(() => {})
    }
    const handleScroll = () => {
      frame ||= requestAnimationFrame(() => look.current(true))
    }
    const handleResize = () => {
      frame ||= requestAnimationFrame(() => look.current(false))
    }
    window.addEventListener('scroll', handleScroll, { passive: true })
    window.addEventListener('resize', handleResize, { passive: true })
    document.addEventListener('visibilitychange', marker.flush)
    return () => {
      window.removeEventListener('scroll', handleScroll)
      window.removeEventListener('resize', handleResize)
      document.removeEventListener('visibilitychange', marker.flush)
      cancelAnimationFrame(frame)
      clearTimeout(rewriting)
      marker.flush()
    }
  }, [app, stream, position, marker, element])
  // What was loaded may not reach the end of the screen, or came sooner than the next may be asked for.
  useEffect(() => {
    if (state.isJumping) return
    look.current(false)
    const timer = setTimeout(() => look.current(false), LOOK_AGAIN)
    return () => clearTimeout(timer)
  }, [state])
}
