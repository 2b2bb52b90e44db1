import type { ReactNode } from 'react'
import { useForum } from '../../base/records/use-forum.ts'
import { DrawerFrame, DrawerLink } from '../../features/frame/Drawer.tsx'
import { logOutAddress } from '../../features/session/session-menu.tsx'
import { useApp } from '../../points/app-context.ts'
import { AdminSearch } from '../search/AdminSearch.tsx'
import { AdminNav } from './AdminNav.tsx'

/** The navigation drawer of phones. */
export function AdminDrawer(): ReactNode {
  const app = useApp()
  const { t, href } = app
  const { title } = useForum()
  return (
    <DrawerFrame title={t('core.admin.nav.title')}>
      <AdminSearch />
      <AdminNav />
      <DrawerLink icon="home" href={href('/')}>
        {t('core.admin.nav.back_to_forum', { forum: title ?? '' })}
      </DrawerLink>
      <DrawerLink icon="logout" href={logOutAddress(app)}>
        {t('core.forum.header.log_out_button')}
      </DrawerLink>
    </DrawerFrame>
  )
}
