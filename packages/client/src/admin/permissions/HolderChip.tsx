import type { OverviewGroup } from '@parley/shared'
import type { ReactNode } from 'react'
import { NameBadge } from '../../features/users/GroupBadge.tsx'
import { useT } from '../../points/app-context.ts'
import { type GroupChoice, holderName } from './permissions-model.ts'

/** The name of a group with its icon, in its color, as one that holds permissions. */
export function HolderChip({ group }: { group: OverviewGroup }): ReactNode {
  return <NameBadge color={group.color} icon={group.icon} name={holderName(group, useT())} />
}

/** A group of a menu, and why it cannot be chosen. */
export function ChoiceText({ choice: { group, fixed, by } }: { choice: GroupChoice }): ReactNode {
  const t = useT()
  return (
    <span className="PermissionChoice">
      {holderName(group, t)}
      {fixed === 'always' && <small>{t('core.admin.permissions.always_text')}</small>}
      {fixed === 'guests' && <small>{t('core.admin.permissions.members_only_text')}</small>}
      {fixed === 'inherited' && by && (
        <small>{t('core.admin.permissions.inherited_text', { group: holderName(by, t) })}</small>
      )}
    </span>
  )
}
