import { formatNumber } from '@parley/shared/i18n'
import type { ReactNode } from 'react'
import { useRouterState } from '../../../base/router/use-router.ts'
import { useApp } from '../../../points/app-context.ts'
import { Icon } from '../../../ui/Icon.tsx'
import type { UserProps } from '../slots.ts'
import { userPath } from '../user-path.ts'

interface UserTabProps {
  /** Path below the base path. */
  path: string
  /** Number of items on the tab. */
  count?: number
  icon?: string
  children: ReactNode
}

/** A tab of a user's page. */
export function UserTab({ path, count, icon, children }: UserTabProps): ReactNode {
  const { href, translator } = useApp()
  const isCurrent = useRouterState().entry.location?.path === path
  return (
    <a className="Tabs-item" href={href(path)} aria-current={isCurrent ? 'page' : undefined}>
      {icon !== undefined && <Icon name={icon} isSmall />}
      {children}
      {count !== undefined && <span className="tabular">{formatNumber(count, translator)}</span>}
    </a>
  )
}

export function PostsTab({ user }: UserProps): ReactNode {
  const { t } = useApp()
  return (
    <UserTab path={userPath(user)} count={user.commentCount}>
      {t('core.forum.user.posts_link')}
    </UserTab>
  )
}

export function DiscussionsTab({ user }: UserProps): ReactNode {
  const { t } = useApp()
  return (
    <UserTab path={`${userPath(user)}/discussions`} count={user.discussionCount}>
      {t('core.forum.user.discussions_link')}
    </UserTab>
  )
}
