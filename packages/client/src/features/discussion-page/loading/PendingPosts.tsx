import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useRelated } from '../../../base/records/use-record.ts'
import { Loading } from '../../../ui/feedback/Feedback.tsx'
import type { DiscussionProps } from '../../discussions/slots.ts'
import { PostSkeleton } from '../../posts/PostSkeleton.tsx'
import { chunkSize } from '../post-stream/posts-request.ts'

interface PendingPostsProps extends DiscussionProps {
  /** Number of the post at which the page opens. */
  near: number
}

/** Stands for the posts while they load: skeletons, of which the first has the author if it is the first post. */
export function PendingPosts({ discussion, near }: PendingPostsProps): ReactNode {
  const author = useRelated(discussion, 'user', 'users')
  const element = useRef<HTMLDivElement>(null)
  // Posts further down will come to rest below the header, with the heading out of sight.
  const isFurtherDown = near > chunkSize / 2
  useLayoutEffect(() => {
    if (!isFurtherDown) return
    // Runs after the frame has scrolled a new page to its top.
    queueMicrotask(() => element.current?.scrollIntoView({ block: 'start', behavior: 'instant' }))
  }, [isFurtherDown])
  return (
    <div ref={element} className="PendingPosts">
      <Loading>
        <PostSkeleton author={isFurtherDown ? undefined : author} />
        <PostSkeleton />
        <PostSkeleton />
        <PostSkeleton />
      </Loading>
    </div>
  )
}
