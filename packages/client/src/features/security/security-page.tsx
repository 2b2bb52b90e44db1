import type { ResourceDocument } from '@parley/shared'
import { type ReactNode, useState } from 'react'
import { useApp } from '../../base/app-context.ts'
import { useRecord } from '../../base/records/use-record.ts'
import { definePage, type PageProps } from '../../base/router/route.ts'
import { VisuallyHidden } from '../../ui/feedback/Feedback.tsx'
import { UserPage } from '../users/page/UserPage.tsx'
import { UserPageSkeleton } from '../users/page/UserPageSkeleton.tsx'
import { SecuritySections } from './slots.ts'
import { useTokens } from './tokens.ts'

/** Where an account is logged in and what programs may use it: for its owner and those who watch over tokens. */
function SecurityPage({ documents }: PageProps): ReactNode {
  const { t, userId } = useApp()
  const [person] = documents as [ResourceDocument]
  const user = useRecord('users', person.data.id)
  const lists = useTokens(person.data.id)
  const [isBusy, setIsBusy] = useState(false)
  if (user === undefined) return null
  const run = async (action: () => Promise<void>) => {
    setIsBusy(true)
    await action()
    setIsBusy(false)
  }
  return (
    <UserPage document={person}>
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
    const [person] = documents as [ResourceDocument]
    return person.data.id === userId || forum.canModerateAccessTokens ? undefined : '/'
  },
  Skeleton: UserPageSkeleton,
  backTo: '/',
})
