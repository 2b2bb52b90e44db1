import { useEffect, useState } from 'react'
import type { RealtimeMessage } from '../../base/realtime/realtime.ts'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import { useDiscussionPage } from './page-context.ts'
import type { PostStream } from './post-stream/post-stream.ts'
import type { ReadingPosition } from './post-stream/reading-position.ts'
import { loadDiscussion } from './requests.ts'

/**
 * Milliseconds for which news of a discussion are gathered, and up to how many more: not all of its readers ask the server
 * at the same moment.
 */
const gatherFor = 150
const spreadOver = 650

/** What was told of the discussion since it was loaded last. */
interface News {
  newPosts: Set<string>
  changedPosts: Set<string>
  isChanged: boolean
  mayMiss: boolean
}

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
  const [waiting, setWaiting] = useState(0)
  useEffect(
    () =>
      position.subscribe(() => {
        if (isAtEnd(stream, position)) setWaiting(0)
      }),
    [stream, position],
  )
  useEffect(() => {
    const { discussionId } = stream
    let news = none()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLoading = false
    let observer: IntersectionObserver | undefined
    const announceBelow = async (count: number, postId: string) => {
      await nextFrame()
      const number = app.store.get('posts', postId)?.number ?? 0
      const post = document.querySelector(`.PostStream [data-number="${number}"]`)
      if (post === null) {
        if (!isAtEnd(stream, position)) setWaiting((before) => before + count)
        return
      }
      let isFirst = true
      observer?.disconnect()
      observer = new IntersectionObserver(([entry]) => {
        if (entry?.isIntersecting) setWaiting(0)
        else if (isFirst) setWaiting((before) => before + count)
        isFirst = false
      })
      observer.observe(post)
    }
    const load = async ({ newPosts, changedPosts, isChanged, mayMiss }: News) => {
      const isShown = (id: string) => app.store.get('posts', id) !== undefined
      const arrived = [...newPosts].filter((id) => !isShown(id))
      const changed = [...changedPosts].filter((id) => !newPosts.has(id) && isShown(id))
      const wasHidden = app.store.get('discussions', discussionId)?.isHidden
      // A discussion that changed without a new post may have lost one.
      if (mayMiss || changed.length > 0 || (isChanged && newPosts.size === 0))
        await stream.refresh(position.state.number, true)
      if (mayMiss || arrived.length > 0) await stream.loadNew(true)
      const isOwn = (id: string) => isByReader(app, id)
      const count = arrived.filter((id) => !isOwn(id)).length
      if (count > 0) void announceBelow(count, arrived[0] ?? '')
      if (mayMiss || isChanged) {
        const includesHider = wasHidden || app.store.get('discussions', discussionId)?.isHidden
        await loadDiscussion(app, discussionId, includesHider ? 'hiddenUser' : 'lastPostedUser')
      }
    }
    const begin = async () => {
      const told = news
      news = none()
      isLoading = true
      // What could not be loaded is loaded when the reader comes back to the page.
      await load(told).catch(() => {})
      isLoading = false
      timer = undefined
      if (hasNews(news)) schedule()
    }
    const schedule = () => {
      if (!isLoading) timer ??= setTimeout(() => void begin(), gatherFor + Math.random() * spreadOver)
    }
    const handle = (message: RealtimeMessage) => {
      if (note(news, message, discussionId) && !document.hidden) schedule()
    }
    const handleReturn = () => {
      if (!document.hidden && hasNews(news)) schedule()
    }
    const unfollow = app.realtime.follow(`discussion:${discussionId}`, handle)
    document.addEventListener('visibilitychange', handleReturn)
    return () => {
      unfollow()
      document.removeEventListener('visibilitychange', handleReturn)
      clearTimeout(timer)
      observer?.disconnect()
    }
  }, [app, stream, position])
  return waiting
}

/** Whether the end of the posts is on the screen. */
function isAtEnd({ state: { window: loaded } }: PostStream, { state }: ReadingPosition): boolean {
  return !loaded.hasLater && state.number >= (loaded.posts.at(-1)?.number ?? 0)
}

function isByReader({ store, userId }: App, postId: string): boolean {
  const post = store.get('posts', postId)
  return userId !== undefined && post !== undefined && store.related(post, 'user', 'users')?.id === userId
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
