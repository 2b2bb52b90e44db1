import type { ReactNode } from 'react'
import type { StoreRecord } from '../../store/record.ts'
import { Skeleton } from '../../ui/feedback/Feedback.tsx'
import { Avatar } from '../../ui/identity/Avatar.tsx'

const lineWidths = ['96%', '88%', '61%']

interface PostSkeletonProps {
  /** The author, if known already. */
  author?: StoreRecord<'users'> | undefined
}

/** The skeleton of a post. */
export function PostSkeleton({ author }: PostSkeletonProps): ReactNode {
  return (
    <div className="Post" aria-hidden="true">
      <div className="Post-avatar">{author ? <Avatar user={author} /> : <Skeleton isCircle />}</div>
      <div className="Post-header">
        {author ? <b className="Post-author">{author.displayName}</b> : <Skeleton width="30%" />}
      </div>
      <div className="Post-body">
        {lineWidths.map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    </div>
  )
}
