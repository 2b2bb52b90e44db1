import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/feedback/Feedback.tsx'

const WIDTHS = ['96%', '88%', '61%']

/** The shape of a post, while it loads. */
export function PostSkeleton(): ReactNode {
  return (
    <div className="Post" aria-hidden="true">
      <div className="Post-avatar">
        <Skeleton isCircle />
      </div>
      <div className="Post-header">
        <Skeleton width="30%" />
      </div>
      <div className="Post-body">
        {WIDTHS.map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    </div>
  )
}
