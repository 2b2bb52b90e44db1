import type { CollectionDocument, ResourceDocument } from '@parley/shared'
import type { ReactNode } from 'react'
import { usePagedList } from '../../../base/lists/use-paged-list.ts'
import { useRecords } from '../../../base/records/use-record.ts'
import { useApp } from '../../../points/app-context.ts'
import { definePage, type PageProps } from '../../../points/routes.ts'
import { EmptyState } from '../../../ui/feedback/Feedback.tsx'
import { ListEnd } from '../../../ui/feedback/ListEnd.tsx'
import { PostExcerpts } from '../../posts/PostExcerpts.tsx'
import { userPostsRequest } from '../requests.ts'
import { PostsListItem } from './PostsListItem.tsx'
import { UserPage, userHead } from './UserPage.tsx'
import { UserPageSkeleton } from './UserPageSkeleton.tsx'

/** The posts of a user. */
function UserPostsPage({ location, documents }: PageProps): ReactNode {
  const app = useApp()
  const { t } = app
  const [userDocument, first] = documents as [ResourceDocument, CollectionDocument]
  const list = usePagedList(location, userPostsRequest(location, app), first)
  const posts = useRecords('posts', list.ids)
  const isEmpty = posts.length === 0 && list.next === undefined
  return (
    <UserPage document={userDocument}>
      {isEmpty ? (
        <EmptyState art="discussions" title={t('core.forum.user.posts_empty_text')} />
      ) : (
        <>
          <div className="PostsList" aria-busy={list.loading !== undefined || undefined}>
            {posts.map((post) => (
              <PostsListItem key={post.id} post={post} />
            ))}
          </div>
          <PostExcerpts posts={first.meta?.excerpts?.later} />
          <ListEnd list={list} location={location} label={t('core.forum.user.posts_load_more_button')} />
        </>
      )}
    </UserPage>
  )
}

export default definePage({
  Component: UserPostsPage,
  head: userHead,
  Skeleton: UserPageSkeleton,
  backTo: '/',
})
