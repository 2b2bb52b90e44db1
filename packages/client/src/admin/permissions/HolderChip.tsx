import type { OverviewGroup } from '@parley/shared'
import type { CSSProperties, ReactNode } from 'react'
import { useT } from '../../points/app-context.ts'
import { type GroupChoice, holderName } from './permissions-model.ts'

/** The name of a group in its colour, as one that holds permissions. */
export function HolderChip({ group }: { group: OverviewGroup }): ReactNode {
  return <ColorChip color={group.color} name={holderName(group, useT())} />
}

/** A name on the ground of a colour. */
export function ColorChip({ color, name }: { color: string | null; name: string }): ReactNode {
  return (
    <span className="GroupBadge" style={color ? ({ '--own': color } as CSSProperties) : undefined}>
      {name}
    </span>
  )
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
