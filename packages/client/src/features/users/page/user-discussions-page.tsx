import type { CollectionDocument, ResourceDocument } from '@parley/shared'
import type { ReactNode } from 'react'
import { usePagedList } from '../../../base/lists/use-paged-list.ts'
import { useApp } from '../../../points/app-context.ts'
import { definePage, type PageProps } from '../../../points/routes.ts'
import { EmptyState } from '../../../ui/feedback/Feedback.tsx'
import { DiscussionList } from '../../discussions/list/DiscussionList.tsx'
import { userDiscussionsRequest } from '../requests.ts'
import { UserPage, userHead } from './UserPage.tsx'
import { UserPageSkeleton } from './UserPageSkeleton.tsx'

/** The discussions that a user started. */
function UserDiscussionsPage({ location, documents }: PageProps): ReactNode {
  const app = useApp()
  const [userDocument, first] = documents as [ResourceDocument, CollectionDocument]
  const list = usePagedList(location, userDiscussionsRequest(location, app), first)
  return (
    <UserPage document={userDocument}>
      <DiscussionList
        list={list}
        location={location}
        shows="lastPostedUser"
        empty={<EmptyState art="discussions" title={app.t('core.forum.user.discussions_empty_text')} />}
      />
    </UserPage>
  )
}

export default definePage({
  Component: UserDiscussionsPage,
  head: userHead,
  Skeleton: UserPageSkeleton,
  backTo: '/',
})
