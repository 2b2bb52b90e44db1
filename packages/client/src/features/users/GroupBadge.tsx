import type { CSSProperties, ReactNode } from 'react'
import type { StoreRecord } from '../../store/record.ts'

/** A group somebody belongs to, in its colour. */
export function GroupBadge({ group }: { group: StoreRecord<'groups'> }): ReactNode {
  const { color, nameSingular } = group
  return (
    <span className="GroupBadge" style={color ? ({ '--own': color } as CSSProperties) : undefined}>
      {nameSingular}
    </span>
  )
}
