import { createContext, type ReactNode, useContext } from 'react'
import { useRouterState } from '../../base/router/use-router.ts'
import { useApp, useT } from '../../points/app-context.ts'
import { useItemCount } from '../../points/slots.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import { MenuItem } from '../../ui/menus/Menu.tsx'
import { IndexNav } from './slots.ts'

/** Whether the slot `IndexNav` renders as a menu. */
const IsMenu = createContext(false)

interface NavItemProps {
  /** Path below the base path. */
  path: string
  icon?: string
  /** In place of the icon: an element of its size, without a text. */
  mark?: ReactNode
  /** Whether its page is shown. By default if the address is the path, or the home page shows it. */
  isCurrent?: boolean
  /** Further `NavItem`s that belong to it. They are left out where the items stand in a row. */
  below?: ReactNode
  children: ReactNode
}

/** A link to a list of discussions, as an item of the slot `IndexNav`. */
export function NavItem({ path, icon, mark, isCurrent, below, children }: NavItemProps): ReactNode {
  const { href, forum } = useApp()
  const isMenu = useContext(IsMenu)
  const location = useRouterState().entry.location
  const isHome = path === homePath(forum.defaultRoute)
  const isOnPath = location?.path === path || (isHome && location?.path === '/')
  // The results of a search are none of these lists.
  const isShown = (isCurrent ?? isOnPath) && !location?.query.has('q')
  const target = href(isHome ? '/' : path)
  if (isMenu) {
    return (
      <>
        <MenuItem icon={icon} mark={mark} href={target} isChecked={isShown}>
          {children}
        </MenuItem>
        {below && <div className="Menu-below">{below}</div>}
      </>
    )
  }
  return (
    <li>
      <a className="SideNav-item" href={target} aria-current={isShown ? 'page' : undefined}>
        {icon === undefined ? mark : <Icon name={icon} />}
        {children}
      </a>
      {below && <ul className="SideNav-list">{below}</ul>}
    </li>
  )
}

/** The lists of discussions, beside the current one and in the drawer. */
export function SideNav(): ReactNode {
  const t = useT()
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
  const { forum } = useApp()
  const { path, query } = useRouterState().entry.location ?? {}
  const isOnly = useItemCount(IndexNav, {}) === 1
  const isShown = path === '/all' || (path === '/' && homePath(forum.defaultRoute) === '/all')
  return isOnly && isShown && !query?.has('q') ? null : <SideNav />
}

/** A title of a page in the header of phones, which opens a menu of the lists of discussions. */
export function ListsMenu({ title }: { title: string }): ReactNode {
  const t = useT()
  const hasOneList = useItemCount(IndexNav, {}) === 1
  if (hasOneList) {
    return (
      <span className="Button">
        <span>{title}</span>
      </span>
    )
  }
  return (
    <Dropdown
      label={<span>{title}</span>}
      accessibleLabel={t('core.forum.index.toggle_sidenav_dropdown_accessible_label')}
      endIcon="down"
    >
      <IsMenu value>
        <IndexNav />
      </IsMenu>
    </Dropdown>
  )
}

export function AllDiscussionsItem(): ReactNode {
  const t = useT()
  return (
    <NavItem path="/all" icon="list">
      {t('core.forum.index.all_discussions_link')}
    </NavItem>
  )
}

/** The path whose page is the forum's home page. */
export function homePath(defaultRoute: string | null): string {
  return defaultRoute || '/all'
}
