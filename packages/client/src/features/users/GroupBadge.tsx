import type { CSSProperties, ReactNode } from 'react'
import type { StoreRecord } from '../../store/record.ts'

/** The name of a group in the group's colour. */
export function GroupBadge({ group }: { group: StoreRecord<'groups'> }): ReactNode {
  const { color, nameSingular } = group
  return (
    <span className="GroupBadge" style={color ? ({ '--own': color } as CSSProperties) : undefined}>
      {nameSingular}
    </span>
  )
}
