/// <reference path="../../base/virtual.d.ts" />
import spriteFile, { artFile } from 'virtual:parley-icons'
import type { ReactNode } from 'react'
import { useApp } from '../../points/app-context.ts'
import { classNames } from '../class-names.ts'

/** File name in `ui/art`, without `.svg`. */
export type ArtName = 'welcome' | 'discussions' | 'notifications' | 'search' | 'not-found' | 'offline'

/** A decorative drawing in the colours of the theme. The text beside it must have its meaning. */
export function Art({ name, className }: { name: ArtName; className?: string }): ReactNode {
  const { href } = useApp()
  // Without a connection the sprite of drawings would not arrive; that of icons is there already.
  const target = name === 'offline' ? `/${spriteFile}#offline-art` : `/${artFile}#${name}`
  return (
    <svg className={classNames('Art', className)} aria-hidden="true">
      <use href={href(target)} />
    </svg>
  )
}
