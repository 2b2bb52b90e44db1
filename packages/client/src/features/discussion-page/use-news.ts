import { useEffect, useState } from 'react'
import { useApp } from '../../base/app-context.ts'
import { loadDocument } from '../../store/resources.ts'
import { discussionPath } from '../discussions/discussion-path.ts'
import { readWritingForm } from '../writing/typed-so-far.ts'
import { useStream } from './page-context.ts'
import type { PostStream } from './post-stream/post-stream.ts'

/**
 * Keeps a stream up to date: with replies written here, with changes of the discussion made here, and with what others
 * write. @returns what is to be read out.
 */
export function useNews(stream: PostStream): string {
  const [announced, setAnnounced] = useState('')
  useReplies(stream, setAnnounced)
  useComposerForReply(stream)
  useChanges(stream)
  useArrivals(stream, setAnnounced)
  return announced
}

/** Shows replies written here as soon as they are sent. */
function useReplies(stream: PostStream, announce: (text: string) => void): void {
  const { composer, store, t, router } = useApp()
  useEffect(() => {
    const { discussionId } = stream
    const stop = composer.watchReplies(discussionId, {
      onSent(html) {
        // Else the same words would not be read out again.
        announce('')
        return stream.addPending(html)
      },
      onPosted(postId) {
        const post = store.get('posts', postId)
        const discussion = store.get('discussions', discussionId)
        if (post === undefined || discussion === undefined) return
        void stream.addPosted({ id: postId, number: post.number, createdAt: post.createdAt })
        // A reload of `/reply` would ask for another one.
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

/** Opens the composer where the address asks for it. */
function useComposerForReply(stream: PostStream): void {
  const { composer, router } = useApp()
  useEffect(() => {
    const { entry, cause } = router.state
    if (entry.location?.params.near === 'reply' && cause !== 'traverse') {
      const { content } = readWritingForm()
      void composer.open({ kind: 'reply', discussionId: stream.discussionId }, { insert: content })
    }
  }, [router, composer, stream])
}

/** Shows what changes of the discussion made here add to its posts or take away. */
function useChanges(stream: PostStream): void {
  const { changes, store } = useApp()
  useEffect(
    () =>
      changes.watch({ type: 'discussions', id: stream.discussionId }, () => {
        stream.keep((id) => store.get('posts', id) !== undefined)
        // Without the newest events the page is still right; the next visit has them.
        void stream.refreshEnd().catch(() => {})
      }),
    [changes, store, stream],
  )
}

/** Asks for what others wrote when the reader comes back to the page, and tells of it. */
function useArrivals(stream: PostStream, announce: (text: string) => void): void {
  const app = useApp()
  const { arrived } = useStream(stream)
  useEffect(() => {
    const look = () => {
      if (!document.hidden) void stream.lookForNew().catch(() => {})
    }
    const goOn = () => void stream.retry()
    look()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('online', goOn)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('online', goOn)
    }
  }, [stream])
  useEffect(() => {
    if (arrived === undefined) return
    announce(app.t('core.forum.post_stream.new_posts_text', { count: arrived.count }))
    // Its counts have changed as well; the posts are there without them.
    const path = `/discussions/${stream.discussionId}?include=lastPostedUser`
    loadDocument(app, path, undefined, { isUnasked: true }).catch(() => {})
  }, [app, arrived, announce, stream])
}
