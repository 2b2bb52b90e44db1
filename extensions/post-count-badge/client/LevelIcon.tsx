import { NamedIcon, useApp } from '@parley/client'
import type { ReactNode } from 'react'

const link = 'link:'

/** The icon of a level: Font Awesome classes, or `link:` and the address of a picture. The label beside it says the same. */
export function LevelIcon({ icon }: { icon: string }): ReactNode {
  const { href } = useApp()
  if (!icon.toLowerCase().startsWith(link)) return <NamedIcon name={icon} isSmall />
  const address = icon.slice(link.length)
  return (
    <img
      src={address.startsWith('/') ? href(address) : address}
      alt=""
      width="16"
      height="16"
      loading="lazy"
      referrerPolicy="no-referrer"
    />
  )
}
