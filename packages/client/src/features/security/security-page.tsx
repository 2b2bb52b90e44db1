import type { ResourceDocument } from '@parley/shared'
import { type ReactNode, useState } from 'react'
import { useRecord } from '../../base/records/use-record.ts'
import { useApp } from '../../points/app-context.ts'
import { definePage, type PageProps } from '../../points/routes.ts'
import { VisuallyHidden } from '../../ui/feedback/Feedback.tsx'
import { UserPage } from '../users/page/UserPage.tsx'
import { UserPageSkeleton } from '../users/page/UserPageSkeleton.tsx'
import { SecuritySections } from './slots.ts'
import { useTokens } from './tokens.ts'

/** A user's sessions and tokens, for the user and for moderators of access tokens. */
function SecurityPage({ documents }: PageProps): ReactNode {
  const { t, userId } = useApp()
  const [userDocument] = documents as [ResourceDocument]
  const user = useRecord('users', userDocument.data.id)
  const lists = useTokens(userDocument.data.id)
  const [isBusy, setIsBusy] = useState(false)
  if (user === undefined) return null
  const run = async (action: () => Promise<void>) => {
    setIsBusy(true)
    await action()
    setIsBusy(false)
  }
  return (
    <UserPage document={userDocument}>
      <div className="SecurityPage">
        <VisuallyHidden>
          <h2>{t('core.forum.security.title')}</h2>
        </VisuallyHidden>
        <SecuritySections user={user} isOwn={user.id === userId} lists={lists} isBusy={isBusy} run={run} />
      </div>
    </UserPage>
  )
}

export default definePage({
  Component: SecurityPage,
  head: (_, { t }) => ({ title: t('core.forum.security.title') }),
  redirect: ({ documents }, { userId, forum }) => {
    const [userDocument] = documents as [ResourceDocument]
    return userDocument.data.id === userId || forum.canModerateAccessTokens ? undefined : '/'
  },
  Skeleton: UserPageSkeleton,
  backTo: '/',
})
