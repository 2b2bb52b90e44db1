import { type App, Icon, NamedIcon, NavItem, useApp, useForum, useRouterState } from '@parley/client'
import type { ReactNode } from 'react'
import { homePath, type PageLink } from '../shared.ts'
import { pagePath } from './page-path.ts'

/** The links to pages in one place, in their order. */
export function linksIn(
  { pagesLinks = [] }: Pick<App['forum'], 'pagesLinks'>,
  place: 'inNavigation' | 'inFooter',
): readonly PageLink[] {
  return pagesLinks.filter((link) => link[place])
}

/** The pages in the navigation. */
export function NavigationLinks(): ReactNode {
  const { boot } = useApp()
  const { id = '' } = useRouterState().entry.location?.params ?? {}
  return linksIn(useForum(), 'inNavigation').map((link) => (
    <NavItem
      key={link.id}
      path={link.id === boot['fof-pages.home'] ? homePath : pagePath(link)}
      mark={link.icon ? <NamedIcon name={link.icon} /> : <Icon name="page" />}
      isCurrent={id === link.slug || id.split('-')[0] === link.id || undefined}
    >
      <bdi>{link.title}</bdi>
    </NavItem>
  ))
}

/** The pages in the footer. */
export function FooterLinks(): ReactNode {
  const { href } = useApp()
  return linksIn(useForum(), 'inFooter').map((link) => (
    <a key={link.id} href={href(pagePath(link))} dir="auto">
      {link.title}
    </a>
  ))
}
