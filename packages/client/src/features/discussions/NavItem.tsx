import { createContext, type ReactNode, useContext } from 'react'
import { useRouterState } from '../../base/router/use-router.ts'
import { useApp } from '../../points/app-context.ts'
import { Icon } from '../../ui/Icon.tsx'
import { MenuItem } from '../../ui/menus/Menu.tsx'
import { IndexNav } from './slots.ts'

/** Whether the slot `IndexNav` renders as a menu. */
const IsMenu = createContext(false)

interface NavItemProps {
  /** Path below the base path. */
  path: string
  icon: string
  /** Further paths that show the same list. */
  alias?: string
  children: ReactNode
}

/** A link to a list of discussions, as an item of the slot `IndexNav`. */
export function NavItem({ path, icon, alias, children }: NavItemProps): ReactNode {
  const { href } = useApp()
  const isMenu = useContext(IsMenu)
  const location = useRouterState().entry.location
  // The results of a search are none of these lists.
  const isOnPath = location?.path === path || location?.path === alias
  const isCurrent = !!location && isOnPath && !location.query.has('q')
  if (isMenu) {
    return (
      <MenuItem icon={icon} href={href(path)} isChecked={isCurrent}>
        {children}
      </MenuItem>
    )
  }
  return (
    <li>
      <a className="SideNav-item" href={href(path)} aria-current={isCurrent ? 'page' : undefined}>
        <Icon name={icon} />
        {children}
      </a>
    </li>
  )
}

/** The lists of discussions, beside the current one and in the drawer. */
export function SideNav(): ReactNode {
  const { t } = useApp()
  return (
    <nav className="SideNav" aria-label={t('core.forum.index.toggle_sidenav_dropdown_accessible_label')}>
      <ul className="SideNav-list">
        <IndexNav />
      </ul>
    </nav>
  )
}

/** The lists beside the current one. Left out where the only one is shown: its heading says the same. */
export function SidebarNav(): ReactNode {
  const { slots, forum } = useApp()
  const { path, query } = useRouterState().entry.location ?? {}
  const isOnly = slots.get(IndexNav.slotName)?.length === 1
  const isShown = path === '/all' || (path === '/' && isDefaultRoute(forum.defaultRoute))
  return isOnly && isShown && !query?.has('q') ? null : <SideNav />
}

/** The lists of discussions, as items of a menu. */
export function NavMenuItems(): ReactNode {
  return (
    <IsMenu value>
      <IndexNav />
    </IsMenu>
  )
}

export function AllDiscussionsItem(): ReactNode {
  const { t, forum } = useApp()
  const isHome = isDefaultRoute(forum.defaultRoute)
  return (
    <NavItem path={isHome ? '/' : '/all'} alias={isHome ? '/all' : undefined} icon="list">
      {t('core.forum.index.all_discussions_link')}
    </NavItem>
  )
}

/** Whether the list of all discussions is the forum's home page. */
export function isDefaultRoute(route: string | null): boolean {
  return route === null || route === '' || route === '/all'
}
