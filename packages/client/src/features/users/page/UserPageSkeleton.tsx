import type { ReactNode } from 'react'
import { Skeleton } from '../../../ui/feedback/Feedback.tsx'

/** The skeleton of a user's page. */
export function UserPageSkeleton(): ReactNode {
  return (
    <div className="UserPage" aria-hidden="true">
      <div className="UserCard">
        <span className="Avatar Avatar--l Skeleton Skeleton--circle" />
        <div>
          <h1>
            <Skeleton width="12rem" />
          </h1>
          <Skeleton width="16rem" />
        </div>
      </div>
      <div className="Tabs">
        <span className="Tabs-item">
          <Skeleton width="10rem" />
        </span>
      </div>
      <div className="PostsList">
        {['a', 'b', 'c'].map((key) => (
          <div key={key} className="PostsListItem">
            <Skeleton width="40%" />
            <Skeleton width="80%" />
            <Skeleton width="65%" />
          </div>
        ))}
      </div>
    </div>
  )
}
