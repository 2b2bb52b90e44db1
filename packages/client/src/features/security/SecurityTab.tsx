import type { ReactNode } from 'react'
import { useForum } from '../../base/records/use-forum.ts'
import { useApp } from '../../points/app-context.ts'
import { UserTab } from '../users/page/UserTab.tsx'
import type { UserProps } from '../users/slots.ts'
import { userPath } from '../users/user-path.ts'

/** The tab of the security page, for users who may see it. */
export function SecurityTab({ user }: UserProps): ReactNode {
  const { t, userId } = useApp()
  const { canModerateAccessTokens } = useForum()
  if (user.id !== userId && !canModerateAccessTokens) return null
  return <UserTab path={`${userPath(user)}/security`}>{t('core.forum.user.security_link')}</UserTab>
}
