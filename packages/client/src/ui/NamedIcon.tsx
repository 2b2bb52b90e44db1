import { iconPath } from '@parley/shared'
import type { CSSProperties, ReactNode } from 'react'
import { useApp } from '../points/app-context.ts'
import { classNames } from './class-names.ts'

interface NamedIconProps {
  /** Font Awesome classes that administrators store: `fas fa-tag`. */
  name: string | null
  isSmall?: boolean
}

/** A decorative icon by its Font Awesome classes, in the color of the text. Classes that name no icon render nothing. */
export function NamedIcon({ name, isSmall }: NamedIconProps): ReactNode {
  const { href } = useApp()
  const path = iconPath(name ?? '')
  if (path === undefined) return null
  return (
    <span
      className={classNames('NamedIcon', isSmall && 'NamedIcon--s')}
      style={{ '--icon': `url("${href(path)}")` } as CSSProperties}
      aria-hidden="true"
    />
  )
}
