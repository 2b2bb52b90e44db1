import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useSessionUser } from '../../../base/records/use-forum.ts'
import { useObservable } from '../../../base/use-observable.ts'
import { useApp } from '../../../points/app-context.ts'
import { useDiscussionPage } from '../page-context.ts'

/** Milliseconds after which the marks of posts that are not loaded are read: other requests come first. */
const readDelay = 400

/** Numbers of the viewer's posts, in ascending order: marks on the scrubber. */
export function useMarks(scrubber: RefObject<HTMLElement | null>): readonly number[] {
  const { store } = useApp()
  const { stream, own } = useDiscussionPage()
  const { posts, hasEarlier, hasLater } = useObservable(stream, ({ window }) => window)
  const { posts: latest } = useObservable(own)
  const seen = useRef<ReadonlySet<number>>(new Set())
  const viewer = useSessionUser()
  const isPart = hasEarlier || hasLater
  const username = viewer?.username
  useEffect(() => {
    if (username === undefined || !isPart) return
    const timer = setTimeout(() => {
      // The side column is hidden on narrow screens.
      if (scrubber.current?.checkVisibility()) void own.load(username)
    }, readDelay)
    return () => clearTimeout(timer)
  }, [own, username, isPart, scrubber])
  return useMemo(() => {
    if (viewer === undefined) return []
    const isOwn = (id: string) => {
      const post = store.get('posts', id)
      const author = post && store.related(post, 'user', 'users')
      return author?.id === viewer.id && post?.contentType === 'comment'
    }
    const loaded = posts.filter(({ id }) => isOwn(id)).map(({ number }) => number)
    const here = latest.filter(({ discussionId }) => discussionId === stream.discussionId)
    // Posts that were loaded once stay marked when the window moves on.
    seen.current = new Set([...seen.current, ...loaded, ...here.map(({ number }) => number)])
    return [...seen.current].sort((one, other) => one - other)
  }, [store, stream, posts, latest, viewer])
}
