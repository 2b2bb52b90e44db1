import type { CollectionDocument, ResourceDocument } from '@parley/shared'
import type { ReactNode } from 'react'
import { usePagedList } from '../../../base/lists/use-paged-list.ts'
import { useApp } from '../../../points/app-context.ts'
import { definePage, type PageProps } from '../../../points/routes.ts'
import { EmptyState } from '../../../ui/feedback/Feedback.tsx'
import { userPostsRequest } from '../requests.ts'
import { PostsList } from './PostsList.tsx'
import { UserPage, userHead } from './UserPage.tsx'
import { UserPageSkeleton } from './UserPageSkeleton.tsx'

/** The posts of a user. */
function UserPostsPage({ location, documents }: PageProps): ReactNode {
  const app = useApp()
  const [userDocument, first] = documents as [ResourceDocument, CollectionDocument]
  const list = usePagedList(location, userPostsRequest(location, app), first)
  return (
    <UserPage document={userDocument}>
      <PostsList
        list={list}
        location={location}
        document={first}
        empty={<EmptyState art="discussions" title={app.t('core.forum.user.posts_empty_text')} />}
      />
    </UserPage>
  )
}

export default definePage({
  Component: UserPostsPage,
  head: userHead,
  Skeleton: UserPageSkeleton,
  backTo: '/',
})
