import {
  Button,
  DiscussionListSkeleton,
  definePage,
  EmptyState,
  loadDocument,
  type PageProps,
  PostsList,
  UserPage,
  UserPageSkeleton,
  useApp,
  useEntryState,
  usePagedList,
  useRecord,
  userPath,
} from '@parley/client'
import type { CollectionDocument, ResourceDocument } from '@parley/shared'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { mentionsRequest } from './mentions-request.ts'

/** The posts that mention a user. The browser loads them when it knows the user's id, by which the server finds them. */
function MentionsPage({ location, documents }: PageProps): ReactNode {
  const [userDocument] = documents as [ResourceDocument]
  const { id } = userDocument.data
  return (
    <UserPage document={userDocument}>
      <Mentions key={id} id={id} location={location} />
    </UserPage>
  )
}

interface MentionsProps extends Pick<PageProps, 'location'> {
  /** The user's. */
  id: string
}

function Mentions({ id, location }: MentionsProps): ReactNode {
  const app = useApp()
  const request = mentionsRequest(id, location, app)
  const [first, setFirst] = useEntryState<CollectionDocument | undefined>('mentions', () => undefined)
  const [isFailed, setIsFailed] = useState(false)
  const keep = useEffectEvent(setFirst)
  const isWaiting = first === undefined && !isFailed
  useEffect(() => {
    if (!isWaiting) return
    const controller = new AbortController()
    loadDocument(app, request, controller.signal).then(keep, (error) => {
      if (controller.signal.aborted) return
      app.alerts.showError(error)
      setIsFailed(true)
    })
    return () => controller.abort()
  }, [app, request, isWaiting])
  if (first !== undefined) return <Loaded id={id} location={location} request={request} first={first} />
  if (!isFailed) return <DiscussionListSkeleton />
  return (
    <EmptyState icon="at" title={app.t('mentions.forum.user.mentions_failed_text')}>
      <Button variant="outline" onClick={() => setIsFailed(false)}>
        {app.t('core.forum.page_error.retry_button')}
      </Button>
    </EmptyState>
  )
}

interface LoadedProps extends MentionsProps {
  request: string
  first: CollectionDocument
}

function Loaded({ id, location, request, first }: LoadedProps): ReactNode {
  const list = usePagedList(location, request, first)
  return <PostsList list={list} location={location} document={first} empty={<NoMentions userId={id} />} />
}

function NoMentions({ userId }: { userId: string }): ReactNode {
  const { t, userId: viewerId } = useApp()
  const username = useRecord('users', userId)?.displayName ?? ''
  const key = userId === viewerId ? 'own_mentions_empty_text' : 'mentions_empty_text'
  return <EmptyState icon="at" title={t(`mentions.forum.user.${key}`, { username })} />
}

export default definePage({
  Component: MentionsPage,
  head({ documents }, { store }) {
    const [{ data }] = documents as [ResourceDocument]
    const user = store.get('users', data.id)
    return user ? { title: user.displayName, canonical: userPath(user) } : {}
  },
  Skeleton: UserPageSkeleton,
  backTo: '/',
})
