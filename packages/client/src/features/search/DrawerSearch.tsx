import type { ReactNode } from 'react'
import { useApp } from '../../points/app-context.ts'
import { DrawerLink } from '../frame/Drawer.tsx'
import { searchPath } from './search-path.ts'

/** The drawer's link to the search. */
export function DrawerSearch(): ReactNode {
  const { t, href } = useApp()
  return (
    <DrawerLink icon="search" href={href(searchPath(''))}>
      {t('core.forum.search.title')}
    </DrawerLink>
  )
}
