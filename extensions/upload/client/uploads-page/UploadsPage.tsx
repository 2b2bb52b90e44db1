import {
  definePage,
  EmptyState,
  loadDocument,
  type PageProps,
  UserPage,
  UserPageSkeleton,
  useApp,
  useInBrowser,
  useRecord,
  userPath,
} from '@parley/client'
import type { ResourceDocument } from '@parley/shared'
import type { ReactNode } from 'react'
import { FileBrowser } from '../media/FileBrowser.tsx'
import { seesUploads } from './sees-uploads.ts'

/** The files of a user, on the user's page. The browser loads them. */
function UploadsPage({ documents }: PageProps): ReactNode {
  const [userDocument] = documents as [ResourceDocument]
  const { id } = userDocument.data
  return (
    <UserPage document={userDocument}>
      <Uploads key={id} id={id} />
    </UserPage>
  )
}

function Uploads({ id }: { id: string }): ReactNode {
  const app = useApp()
  const user = useRecord('users', id)
  const isInBrowser = useInBrowser(() => true)
  if (!user || !seesUploads(app, user))
    return <EmptyState icon="media" title={app.t('upload.forum.media_manager.forbidden_text')} />
  if (!isInBrowser) return null
  const refresh = () =>
    void loadDocument(app, `/users/${id}`, undefined, { isBackground: true }).catch(() => {})
  return <FileBrowser library={{ kind: 'own', userId: id }} onChange={refresh} />
}

export default definePage({
  Component: UploadsPage,
  head({ documents }, { store }) {
    const [{ data }] = documents as [ResourceDocument]
    const user = store.get('users', data.id)
    return user ? { title: user.displayName, canonical: userPath(user) } : {}
  },
  Skeleton: UserPageSkeleton,
  backTo: '/',
})
