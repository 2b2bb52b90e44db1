import { useCallback, useEffect, useRef, useState } from 'react'
import { useObservable } from '../../base/use-observable.ts'
import { useApp } from '../../points/app-context.ts'
import { discussionPath } from '../discussions/discussion-path.ts'
import { replyRefusal } from '../discussions/reply-refusal.ts'
import { readWritingForm } from '../writing/typed-so-far.ts'
import { useDiscussionPage } from './page-context.ts'
import type { PostStream } from './post-stream/post-stream.ts'
import { loadDiscussion } from './requests.ts'
import { useRealtime } from './use-realtime.ts'

interface News {
  /** The text for the live region. */
  announced: string
  /** How many replies of others came that the reader has not reached. */
  waiting: number
}

/** Keeps a stream up to date with the reader's replies and changes of the discussion, and with posts of others. */
export function useNews(stream: PostStream): News {
  const [announced, setAnnounced] = useState('')
  useReplies(stream, setAnnounced)
  useComposerForReply(stream)
  useChanges(stream)
  useArrivals(stream, setAnnounced)
  const waiting = useRealtime(stream)
  return { announced, waiting }
}

/** Shows the reader's replies as soon as they are sent. */
function useReplies(stream: PostStream, announce: (text: string) => void): void {
  const { composer, store, t, router } = useApp()
  useEffect(() => {
    const { discussionId } = stream
    const stop = composer.watchReplies(discussionId, {
      onSent(html) {
        // Live regions ignore an unchanged text.
        announce('')
        return stream.addPending(html)
      },
      onPosted(postId) {
        const post = store.get('posts', postId)
        const discussion = store.get('discussions', discussionId)
        if (post === undefined || discussion === undefined) return
        void stream.addPosted({ id: postId, number: post.number, createdAt: post.createdAt })
        // A reload of `/reply` would open the composer again.
        router.rewrite(discussionPath(discussion, post.number))
        announce(t('core.forum.composer_reply.posted_message'))
      },
    })
    return () => {
      stop()
      // The next page may show the same discussion.
      queueMicrotask(() => {
        if (composer.watcherOf(discussionId) === undefined) composer.leaveDiscussion(discussionId)
      })
    }
  }, [stream, announce, composer, store, router, t])
}

/** Opens the composer for addresses that end in `/reply`. */
function useComposerForReply(stream: PostStream): void {
  const app = useApp()
  useEffect(() => {
    const { composer, router, store } = app
    const { entry, cause } = router.state
    const discussion = store.get('discussions', stream.discussionId)
    const isRefused = discussion !== undefined && replyRefusal(app, discussion) !== undefined
    if (entry.location?.params.near === 'reply' && cause !== 'traverse' && !isRefused) {
      const { content } = readWritingForm()
      void composer.open({ kind: 'reply', discussionId: stream.discussionId }, { insert: content })
    }
  }, [app, stream])
}

/** Updates the posts after the reader's changes of the discussion, which may add event posts or remove posts. */
function useChanges(stream: PostStream): void {
  const { changes, store } = useApp()
  useEffect(
    () =>
      changes.watch({ type: 'discussions', id: stream.discussionId }, () => {
        stream.retain((id) => store.get('posts', id) !== undefined)
        // Event posts may be missing after a failure; the next page load shows them.
        void stream.refreshEnd().catch(() => {})
      }),
    [changes, store, stream],
  )
}

/** Shows what others changed, and loads and announces their posts, when the reader returns to the page. */
function useArrivals(stream: PostStream, announce: (text: string) => void): void {
  const app = useApp()
  const { position } = useDiscussionPage()
  const arrived = useObservable(stream, (state) => state.arrived)
  useEffect(() => {
    const refresh = async () => {
      if (document.hidden) return
      const isHidden = () => app.store.get('discussions', stream.discussionId)?.isHidden
      const wasHidden = isHidden()
      await stream.refresh(position.state.number)
      await stream.loadNew()
      // Posts come with some of their discussion only: without the account that hid it, and whether it was restored.
      if (wasHidden || isHidden()) await loadDiscussion(app, stream.discussionId, 'hiddenUser')
    }
    // What could not be loaded is loaded on the next return.
    const handleReturn = () => void refresh().catch(() => {})
    const retry = () => void stream.retry()
    handleReturn()
    document.addEventListener('visibilitychange', handleReturn)
    window.addEventListener('online', retry)
    return () => {
      document.removeEventListener('visibilitychange', handleReturn)
      window.removeEventListener('online', retry)
    }
  }, [app, stream, position])
  const speak = useRareAnnouncements(announce)
  useEffect(() => {
    if (arrived === undefined) return
    speak(arrived.added)
    // Updates the discussion's counts. A failure is ignored: the posts are shown already.
    loadDiscussion(app, stream.discussionId, 'lastPostedUser').catch(() => {})
  }, [app, arrived, speak, stream])
}

/** Milliseconds between two announcements: a lively discussion must not drown everything else. */
const announcementInterval = 10_000

/** @returns announces a number of new posts, with those that came since the last announcement. */
function useRareAnnouncements(announce: (text: string) => void): (count: number) => void {
  const { t } = useApp()
  const state = useRef<{ count: number; timer: ReturnType<typeof setTimeout> | undefined }>({
    count: 0,
    timer: undefined,
  })
  useEffect(() => () => clearTimeout(state.current.timer), [])
  return useCallback(
    (count) => {
      const { current } = state
      current.count += count
      const speak = () => {
        current.timer = undefined
        if (current.count === 0) return
        announce(t('core.forum.post_stream.new_posts_text', { count: current.count }))
        current.count = 0
        current.timer = setTimeout(() => {
          // Live regions ignore an unchanged text.
          announce('')
          current.timer = setTimeout(speak)
        }, announcementInterval)
      }
      if (current.timer === undefined) speak()
    },
    [announce, t],
  )
}
