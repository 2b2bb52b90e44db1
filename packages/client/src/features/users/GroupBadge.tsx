import type { CSSProperties, ReactNode } from 'react'
import type { StoreRecord } from '../../store/record.ts'
import { NamedIcon } from '../../ui/NamedIcon.tsx'

/** The name of a group with its icon, in the group's color. */
export function GroupBadge({ group }: { group: StoreRecord<'groups'> }): ReactNode {
  return <NameBadge color={group.color} icon={group.icon} name={group.nameSingular} />
}

interface NameBadgeProps {
  color: string | null
  /** Font Awesome classes. */
  icon: string | null
  name: string
}

/** A name on the ground of a color. */
export function NameBadge({ color, icon, name }: NameBadgeProps): ReactNode {
  return (
    <span className="GroupBadge" style={color ? ({ '--own': color } as CSSProperties) : undefined}>
      <NamedIcon name={icon} />
      {name}
    </span>
  )
}
