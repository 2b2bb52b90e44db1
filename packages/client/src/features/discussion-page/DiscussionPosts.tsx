import type { CollectionDocument } from '@parley/shared'
import { type ReactNode, useState } from 'react'
import { useSessionUser } from '../../base/records/use-forum.ts'
import { useObservable } from '../../base/use-observable.ts'
import { useApp } from '../../points/app-context.ts'
import type { PageLocation } from '../../points/routes.ts'
import { useHasItems } from '../../points/slots.tsx'
import { VisuallyHidden } from '../../ui/feedback/Feedback.tsx'
import { lateNumbers, newCount } from '../discussions/read-state.ts'
import type { DiscussionProps } from '../discussions/slots.ts'
import { lastNumber } from './last-number.ts'
import { neighbours } from './neighbours.ts'
import type { DiscussionPageState } from './page-context.ts'
import { PostStreamView } from './post-stream/PostStreamView.tsx'
import type { StreamState } from './post-stream/post-stream.ts'
import type { Unread } from './post-stream/stream-window.ts'
import { NewReplies } from './replying/NewReplies.tsx'
import { ReplyPlaceholder } from './replying/ReplyPlaceholder.tsx'
import { useSelectionTools } from './selection/use-selection-tools.ts'
import { PostsEnd } from './slots.ts'
import { useNews } from './use-news.ts'

interface DiscussionPostsProps extends DiscussionProps {
  state: DiscussionPageState
  location: PageLocation
  /** The answer to the page's request for posts. */
  list: CollectionDocument
}

/** The posts of a discussion, and the place for a reply below them. */
export function DiscussionPosts({
  discussion,
  state: { stream },
  location,
  list,
}: DiscussionPostsProps): ReactNode {
  const { href } = useApp()
  const SelectionTools = useSelectionTools()
  const hasEnd = useHasItems(PostsEnd, { discussion })
  const { announced, waiting } = useNews(stream)
  const state = useObservable(stream)
  const unread = useUnread(discussion, state)
  const { prev, next } = neighbours(location, discussion, list)
  return (
    <>
      <PostStreamView
        setSize={lastNumber(discussion, state.window)}
        unread={unread}
        previous={prev && href(prev)}
        next={next && href(next)}
        excerpts={list.meta?.excerpts}
      />
      {!state.window.hasLater && !state.isJumping && (
        <>
          {hasEnd && (
            <div className="PostsEnd">
              <PostsEnd discussion={discussion} />
            </div>
          )}
          <ReplyPlaceholder discussion={discussion} />
        </>
      )}
      {waiting > 0 && <NewReplies count={waiting} />}
      {SelectionTools && <SelectionTools />}
      <div role="status">{announced && <VisuallyHidden>{announced}</VisuallyHidden>}</div>
    </>
  )
}

/** The posts that were unread when the page opened, or that arrived since. Reading does not change it. */
function useUnread(discussion: DiscussionProps['discussion'], { arrived }: StreamState): Unread | undefined {
  const viewer = useSessionUser()
  const [atFirst] = useState((): Unread | undefined => {
    const { lastReadPostNumber: lastRead = 0 } = discussion
    const [count, late] = [newCount(discussion, viewer), lateNumbers(discussion, viewer)]
    return (lastRead > 0 && count > 0) || late.length > 0 ? { lastRead, count, late } : undefined
  })
  if (arrived === undefined) return atFirst
  return { lastRead: arrived.after, count: arrived.count, late: atFirst?.late ?? [] }
}
