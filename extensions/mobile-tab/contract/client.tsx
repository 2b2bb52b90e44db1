import { createSlot, Icon, useApp, useRouterState } from '@parley/client'
import type { ComponentProps, ReactNode } from 'react'

/** The bar at the lower edge of phones: `TabLink`s. home 100, all discussions or tags 90, notifications 80, account 70. */
export const MobileTabItems = createSlot<Record<never, never>>('MobileTabItems')

interface TabLinkProps {
  icon: string
  /** Path of its page below the base path. */
  path: string
  /** Whether its page is shown; by default if the address is the path. */
  isCurrent?: boolean
  /** A count, on the icon. */
  mark?: ReactNode
  children: ReactNode
}

/** A link of the bar: an icon above a short label. */
export function TabLink({ path, isCurrent, ...item }: TabLinkProps): ReactNode {
  const { href } = useApp()
  const { location } = useRouterState().entry
  const isShown = isCurrent ?? location?.path === path
  return <TabItem {...item} href={href(path)} aria-current={isShown ? 'page' : undefined} />
}

type TabItemProps = Pick<TabLinkProps, 'icon' | 'mark' | 'children'> & ComponentProps<'a'>

/** A link that is no page of the bar. */
export function TabItem({ icon, mark, children, ...link }: TabItemProps): ReactNode {
  return (
    <li>
      <a className="MobileTab-item" {...link}>
        <Icon name={icon} />
        <span className="MobileTab-label">{children}</span>
        {mark}
      </a>
    </li>
  )
}
