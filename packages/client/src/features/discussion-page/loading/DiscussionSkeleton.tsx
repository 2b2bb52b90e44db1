import type { ReactNode } from 'react'
import { Skeleton } from '../../../ui/feedback/Feedback.tsx'
import { PostSkeleton } from '../../posts/PostSkeleton.tsx'
import { ScrubberSkeleton } from '../scrubber/Scrubber.tsx'

/** Stands for a discussion of which nothing is known while it loads. */
export function DiscussionSkeleton(): ReactNode {
  return (
    <div className="DiscussionPage Columns Columns--end" aria-hidden="true">
      <div className="DiscussionPage-main">
        <div className="DiscussionHero">
          <Skeleton width="70%" />
          <Skeleton width="40%" />
        </div>
        <PostSkeleton />
        <PostSkeleton />
        <PostSkeleton />
      </div>
      <div className="DiscussionAside">
        <Skeleton />
        <ScrubberSkeleton />
      </div>
    </div>
  )
}
