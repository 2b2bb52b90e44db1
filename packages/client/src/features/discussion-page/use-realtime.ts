import { useEffect, useRef, useState } from 'react'
import type { RealtimeMessage } from '../../base/realtime/realtime.ts'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import { useDiscussionPage } from './page-context.ts'
import { loadNews, type News } from './post-stream/news.ts'
import type { PostStream } from './post-stream/post-stream.ts'
import type { ReadingPosition } from './post-stream/reading-position.ts'

/**
 * Milliseconds for which news of a discussion are gathered, and up to how many more: not all of its readers ask the server
 * at the same moment.
 */
const gatherFor = 150
const spreadOver = 650
/** The same where all browsers may have missed something: after a fault of the server. */
const spreadOfAll = 4000
/** Milliseconds until a load that failed is tried again. */
const retryAfter = 15_000

const none = (): News => ({
  newPosts: new Set(),
  changedPosts: new Set(),
  isChanged: false,
  mayMiss: false,
})

/**
 * Follows a discussion: shows what others write and change while the page is open, and leaves the reader in place.
 * @returns how many replies of others came that the reader has not reached.
 */
export function useRealtime(stream: PostStream): number {
  const app = useApp()
  const { position } = useDiscussionPage()
  const [waiting, setWaiting] = useState<readonly string[]>([])
  const known = useRef(waiting)
  known.current = waiting
  useEffect(
    () =>
      position.subscribe(() => {
        if (isAtEnd(stream, position) && known.current.length > 0) setWaiting([])
      }),
    [stream, position],
  )
  useEffect(() => {
    let observer: IntersectionObserver | undefined
    /** Counts replies until the first that arrived is on the screen. */
    const countUntilSeen = (ids: readonly string[], post: Element | null) => {
      if (post === null) return setWaiting(isAtEnd(stream, position) ? [] : ids)
      let isFirst = true
      observer?.disconnect()
      observer = new IntersectionObserver(([entry]) => {
        if (entry?.isIntersecting) setWaiting([])
        else if (isFirst) setWaiting(ids)
        isFirst = false
      })
      observer.observe(post)
    }
    const load = async (news: News) => {
      const { ids, first } = await loadNews(app, { stream, position }, news, known)
      if (first === undefined) {
        if (ids.length < known.current.length) setWaiting(ids)
        return
      }
      await nextFrame()
      const number = app.store.get('posts', first)?.number ?? 0
      countUntilSeen(ids, document.querySelector(`.PostStream [data-number="${number}"]`))
    }
    const unfollow = gatherNews(app, stream, load)
    return () => {
      unfollow()
      observer?.disconnect()
    }
  }, [app, stream, position])
  return waiting.length
}

/** Calls `load` with what is told of a discussion while the page is visible, one call after the other. @returns stops that. */
function gatherNews(
  app: App,
  { discussionId, readAt }: PostStream,
  load: (news: News) => Promise<void>,
): () => void {
  let news = none()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLoading = false
  let hasEnded = false
  const schedule = (delay = 0) => {
    if (hasEnded || document.hidden || isLoading || !hasNews(news)) return
    const spread = news.mayMiss ? spreadOfAll : spreadOver
    timer ??= setTimeout(() => void begin(), delay + gatherFor + Math.random() * spread)
  }
  const begin = async () => {
    const told = news
    news = none()
    isLoading = true
    const hasLoaded = await load(told).then(
      () => true,
      () => false,
    )
    isLoading = false
    timer = undefined
    if (!hasLoaded) news.mayMiss = true
    schedule(hasLoaded ? 0 : retryAfter)
  }
  const handleMessage = (message: RealtimeMessage) => {
    if (note(news, message, discussionId)) schedule()
  }
  const unfollow = app.realtime.follow(`discussion:${discussionId}`, handleMessage, readAt)
  const handleReturn = () => schedule()
  document.addEventListener('visibilitychange', handleReturn)
  return () => {
    hasEnded = true
    unfollow()
    document.removeEventListener('visibilitychange', handleReturn)
    clearTimeout(timer)
  }
}

/** Whether the end of the posts is on the screen. */
function isAtEnd({ state: { window: loaded } }: PostStream, { state }: ReadingPosition): boolean {
  return !loaded.hasLater && state.number >= (loaded.posts.at(-1)?.number ?? 0)
}

/** Waits until new posts are on the screen and the reading position is up to date. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

function hasNews({ newPosts, changedPosts, isChanged, mayMiss }: News): boolean {
  return isChanged || mayMiss || newPosts.size > 0 || changedPosts.size > 0
}

/** Notes what a message tells of a discussion. @returns whether it does. */
function note(news: News, { event, data }: RealtimeMessage, discussionId: string): boolean {
  if (event === 'refresh') news.mayMiss = true
  else if (event === 'newPost') {
    const { postId, discussionId: id } = data as { postId: number; discussionId: number }
    if (String(id) !== discussionId) return false
    news.newPosts.add(String(postId))
  } else if (event === 'changed') {
    const { type, id } = data as { type: string; id: string }
    if (type === 'posts') news.changedPosts.add(id)
    else if (type === 'discussions' && id === discussionId) news.isChanged = true
    else return false
  } else return false
  return true
}
