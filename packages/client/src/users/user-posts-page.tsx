import type { CollectionDocument, ResourceDocument } from '@parley/shared'
import type { ReactNode } from 'react'
import { useApp } from '../app-context.ts'
import { PostExcerpts } from '../posts/PostExcerpts.tsx'
import { definePage, type PageProps } from '../router/route.ts'
import { usePagedList } from '../store/use-paged-list.ts'
import { useRecords } from '../store/use-record.ts'
import { Empty } from '../ui/Feedback.tsx'
import { ListEnd } from '../ui/ListEnd.tsx'
import { PostsListItem } from './PostsListItem.tsx'
import { userPostsRequest } from './requests.ts'
import { UserPage, userHead } from './UserPage.tsx'
import { UserPageSkeleton } from './UserPageSkeleton.tsx'

/** What somebody wrote. */
function UserPostsPage({ location, documents }: PageProps): ReactNode {
  const { t } = useApp()
  const [person, first] = documents as [ResourceDocument, CollectionDocument]
  const list = usePagedList(location, userPostsRequest(location), first)
  const posts = useRecords('posts', list.ids)
  const isEmpty = posts.length === 0 && list.next === undefined
  return (
    <UserPage document={person}>
      {isEmpty ? (
        <Empty icon="post" title={t('core.forum.user.posts_empty_text')} />
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
