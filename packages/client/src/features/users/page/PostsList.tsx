import type { CollectionDocument } from '@parley/shared'
import type { ReactNode } from 'react'
import type { PagedListState } from '../../../base/lists/use-paged-list.ts'
import { useRecords } from '../../../base/records/use-record.ts'
import { useT } from '../../../points/app-context.ts'
import type { PageLocation } from '../../../points/routes.ts'
import { ListEnd } from '../../../ui/feedback/ListEnd.tsx'
import { PostExcerpts } from '../../posts/PostExcerpts.tsx'
import { PostsListItem } from './PostsListItem.tsx'

interface PostsListProps {
  list: PagedListState
  location: PageLocation
  /** The answer that the page came with: it has excerpts of posts that exceed the size of a page. */
  document: CollectionDocument
  /** Replaces an empty list. */
  empty: ReactNode
}

/** Posts of several discussions, each with a link to its own. Further pages load in place. */
export function PostsList({ list, location, document, empty }: PostsListProps): ReactNode {
  const t = useT()
  const posts = useRecords('posts', list.ids)
  if (posts.length === 0 && list.next === undefined) return empty
  return (
    <>
      <div className="PostsList" aria-busy={list.loading !== undefined || undefined}>
        {posts.map((post) => (
          <PostsListItem key={post.id} post={post} />
        ))}
      </div>
      <PostExcerpts posts={document.meta?.excerpts?.later} />
      <ListEnd list={list} location={location} label={t('core.forum.user.posts_load_more_button')} />
    </>
  )
}
