import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

interface BadgeProps {
  /** Suffix of the class: `Badge--sticky`. */
  type: string
  icon: string
  label: string
}

/** A small round mark on the corner of an avatar or beside a name. */
export function Badge({ type, icon, label }: BadgeProps): ReactNode {
  return (
    <span className={`Badge Badge--${type}`} data-tooltip={label}>
      <Icon name={icon} />
      <span className="VisuallyHidden">{label}</span>
    </span>
  )
}
