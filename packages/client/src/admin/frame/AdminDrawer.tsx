import { type MouseEvent, type ReactNode, useRef } from 'react'
import { useForum, useSessionUser } from '../../base/records/use-forum.ts'
import { logOutAddress } from '../../features/session/session-menu.tsx'
import { useApp } from '../../points/app-context.ts'
import { VisuallyHidden } from '../../ui/feedback/Feedback.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Avatar } from '../../ui/identity/Avatar.tsx'
import { AdminSearch } from '../search/AdminSearch.tsx'
import { AdminNav } from './AdminNav.tsx'

export const adminDrawerId = 'drawer'

/** The navigation drawer of phones: a popover, which opens without a script. */
export function AdminDrawer(): ReactNode {
  const app = useApp()
  const { t, href } = app
  const user = useSessionUser()
  const { title } = useForum()
  const drawer = useRef<HTMLDivElement>(null)
  const handleClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a, button')) drawer.current?.hidePopover()
  }
  return (
    // The click handler only closes the drawer after a choice; the links and buttons inside handle the keyboard.
    <div
      ref={drawer}
      className="Drawer"
      id={adminDrawerId}
      popover="auto"
      role="dialog"
      aria-label={t('core.lib.nav.drawer_label')}
      onClickCapture={handleClick}
    >
      <div className="Drawer-head">
        <p className="Drawer-forum">{t('core.admin.nav.title')}</p>
        <button
          className="Button Button--icon"
          type="button"
          popoverTarget={adminDrawerId}
          popoverTargetAction="hide"
        >
          <Icon name="close" />
          <VisuallyHidden>{t('core.lib.nav.drawer_close_button')}</VisuallyHidden>
        </button>
      </div>
      {user && (
        <p className="Drawer-member">
          <Avatar user={user} />
          <bdi>{user.displayName}</bdi>
        </p>
      )}
      <AdminSearch />
      <AdminNav />
      <a className="SideNav-item" href={href('/')}>
        <Icon name="home" />
        {t('core.admin.nav.back_to_forum', { forum: title ?? '' })}
      </a>
      <a className="SideNav-item" href={logOutAddress(app)}>
        <Icon name="logout" />
        {t('core.forum.header.log_out_button')}
      </a>
    </div>
  )
}
