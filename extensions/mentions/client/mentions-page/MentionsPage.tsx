import {
  definePage,
  EmptyState,
  type PageProps,
  PostsList,
  UserPage,
  UserPageSkeleton,
  useApp,
  usePagedList,
  useRecord,
  userHead,
} from '@parley/client'
import type { CollectionDocument, ResourceDocument } from '@parley/shared'
import type { ReactNode } from 'react'
import { mentionsRequest } from './mentions-request.ts'

/** The posts that mention a user. */
function MentionsPage({ location, documents }: PageProps): ReactNode {
  const app = useApp()
  const [userDocument, first] = documents as [ResourceDocument, CollectionDocument]
  const list = usePagedList(location, mentionsRequest(location, app), first)
  return (
    <UserPage document={userDocument}>
      <PostsList
        list={list}
        location={location}
        document={first}
        empty={<NoMentions userId={userDocument.data.id} />}
      />
    </UserPage>
  )
}

function NoMentions({ userId }: { userId: string }): ReactNode {
  const { t, userId: viewerId } = useApp()
  const username = useRecord('users', userId)?.displayName ?? ''
  const key = userId === viewerId ? 'own_mentions_empty_text' : 'mentions_empty_text'
  return <EmptyState icon="at" title={t(`mentions.forum.user.${key}`, { username })} />
}

export default definePage({
  Component: MentionsPage,
  head: userHead,
  Skeleton: UserPageSkeleton,
  backTo: '/',
})
