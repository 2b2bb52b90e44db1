import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/feedback/Feedback.tsx'

const lineWidths = ['96%', '88%', '61%']

/** The skeleton of a post. */
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
        {lineWidths.map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    </div>
  )
}
