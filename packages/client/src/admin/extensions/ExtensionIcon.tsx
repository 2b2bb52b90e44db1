import type { ReactNode } from 'react'
import { Icon } from '../../ui/Icon.tsx'

/** The icon of an extension: the one of its manifest, or a piece of a puzzle. */
export function ExtensionIcon({ icon }: { icon: string }): ReactNode {
  return (
    <span className="ExtensionItem-icon">
      <Icon name={icon === '' ? 'puzzle' : icon} />
    </span>
  )
}
