import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useApp } from '../../../points/app-context.ts'
import { discussionPath } from '../../discussions/discussion-path.ts'
import type { PostStream, StreamState, StreamTarget } from './post-stream.ts'
import { endOfDiscussion } from './posts-request.ts'
import type { ReadMarker } from './read-marker.ts'
import type { ReadingPosition } from './reading-position.ts'
import {
  type Anchor,
  captureAnchor,
  closestElement,
  hasFocusBeside,
  measureView,
  numberOf,
  restoreAnchor,
} from './stream-geometry.ts'

/** Milliseconds between two updates of the address, and before another measurement after a throttled load. */
const rewriteInterval = 500
const remeasureDelay = 350

/** Milliseconds without a scroll event after which scrolling has ended, and for which a mark stays after that. */
const restDelay = 200
const markDuration = 2500

interface StreamScrollOptions {
  stream: PostStream
  state: StreamState
  position: ReadingPosition
  marker: ReadMarker
  element: RefObject<HTMLElement | null>
}

/** Connects a stream to scrolling: loads more posts, anchors the scroll position, tracks it, and goes to targets. */
export function useStreamScroll(options: StreamScrollOptions): void {
  useScrollAnchor(options)
  useTarget(options)
  useMark(options)
  useScrollTracking(options)
}

// Keeps the visible posts in place when others are added or removed. Scroll anchoring is missing in some browsers and
// fails when React replaces elements; so it is turned off here, which prevents a second correction.
function useScrollAnchor({ stream, state, element }: StreamScrollOptions): void {
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
    // Runs after the frame has scrolled a new page to its top.
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
    const timer = setTimeout(() => stream.unmark(), markDuration)
    return () => clearTimeout(timer)
  }, [stream, marked, target])
}

/** Scrolls to a post and focuses it. Resolves when scrolling has ended: other scrolling would interrupt it. */
function showMarked(post: HTMLElement): Promise<void> {
  const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  post.tabIndex = -1
  post.focus({ preventScroll: true })
  post.scrollIntoView({ block: 'start', behavior: prefersReducedMotion ? 'instant' : 'smooth' })
  return new Promise((resolve) => {
    const finish = () => {
      window.removeEventListener('scroll', restart)
      resolve()
    }
    let timer = setTimeout(finish, restDelay)
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(finish, restDelay)
    }
    window.addEventListener('scroll', restart, { passive: true })
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
    const previous = post?.previousElementSibling
    const start = previous?.matches('.UnreadMark') ? previous : post
    start?.scrollIntoView({ block: 'start', behavior })
  }
}

function useScrollTracking({ stream, state, position, marker, element }: StreamScrollOptions): void {
  const app = useApp()
  const measure = useRef((_isScroll: boolean) => {})
  useEffect(() => {
    let lastY = window.scrollY
    // Direction of the last scroll: `remeasureDelay` later it decides on loads that were throttled.
    let isUpwards = false
    let frame = 0
    let rewriting: ReturnType<typeof setTimeout> | undefined
    const rewrite = () => {
      rewriting = undefined
      const discussion = app.store.get('discussions', stream.discussionId)
      // On the way to a target, the address is not that of the posts on screen.
      const { target, isJumping } = stream.state
      if (discussion === undefined || target !== undefined || isJumping) return
      const path = discussionPath(discussion, position.state.number)
      if (app.router.state.entry.url !== path) app.router.rewrite(path)
    }
    measure.current = (isScroll) => {
      frame = 0
      const { target, isJumping, failed, window: loaded } = stream.state
      const isScrollingToMarked = target?.isMarked === true
      if (element.current === null || isJumping || (target !== undefined && !isScrollingToMarked)) return
      const view = measureView(element.current)
      if (window.scrollY !== lastY) isUpwards = window.scrollY < lastY
      lastY = window.scrollY
      if (view.current !== undefined) {
        const number = numberOf(view.current)
        const createdAt = loaded.posts.find((post) => post.number === number)?.createdAt
        position.moveTo({ number, createdAt })
      }
      if (isScrollingToMarked) return
      if (!document.hidden) marker.markRead(view.read)
      if (isScroll) rewriting ??= setTimeout(rewrite, rewriteInterval)
      if (failed !== undefined) return
      if (view.isNearStart && isUpwards && !hasFocusBeside(element.current)) void stream.extend('earlier')
      if (!view.isNearEnd) return
      if (loaded.hasLater) void stream.extend('later')
      else if (isScroll) void stream.loadNew().catch(() => {})
    }
    const handleScroll = () => {
      frame ||= requestAnimationFrame(() => measure.current(true))
    }
    const handleResize = () => {
      frame ||= requestAnimationFrame(() => measure.current(false))
    }
    window.addEventListener('scroll', handleScroll, { passive: true })
    window.addEventListener('resize', handleResize, { passive: true })
    // Earlier posts wait for the focus to go on.
    document.addEventListener('focusout', handleResize)
    document.addEventListener('visibilitychange', marker.flush)
    return () => {
      window.removeEventListener('scroll', handleScroll)
      window.removeEventListener('resize', handleResize)
      document.removeEventListener('focusout', handleResize)
      document.removeEventListener('visibilitychange', marker.flush)
      cancelAnimationFrame(frame)
      clearTimeout(rewriting)
      marker.flush()
    }
  }, [app, stream, position, marker, element])
  // Loaded posts may not fill the window, or the next load may have been throttled.
  useEffect(() => {
    if (state.isJumping) return
    measure.current(false)
    const timer = setTimeout(() => measure.current(false), remeasureDelay)
    return () => clearTimeout(timer)
  }, [state])
}
