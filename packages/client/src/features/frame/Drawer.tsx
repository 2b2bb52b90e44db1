import { type ComponentProps, type MouseEvent, type ReactNode, useRef } from 'react'
import { useSessionUser } from '../../base/records/use-forum.ts'
import { useT } from '../../points/app-context.ts'
import { VisuallyHidden } from '../../ui/feedback/Feedback.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Avatar } from '../../ui/identity/Avatar.tsx'
import { ForumName } from './ForumName.tsx'
import { DrawerItems } from './slots.ts'

export const drawerId = 'drawer'

/** The navigation drawer of phones. */
export function Drawer(): ReactNode {
  return (
    <DrawerFrame title={<ForumName />}>
      <DrawerItems />
    </DrawerFrame>
  )
}

/** A drawer with its title, its close button and the member: a popover, which opens without a script. */
export function DrawerFrame({ title, children }: { title: ReactNode; children: ReactNode }): ReactNode {
  const t = useT()
  const user = useSessionUser()
  const drawer = useRef<HTMLDivElement>(null)
  const handleClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a, button')) drawer.current?.hidePopover()
  }
  return (
    // The click handler only closes the drawer after a choice; the links and buttons inside handle the keyboard.
    <div
      ref={drawer}
      className="Drawer"
      id={drawerId}
      popover="auto"
      role="dialog"
      aria-label={t('core.lib.nav.drawer_label')}
      onClickCapture={handleClick}
    >
      <div className="Drawer-head">
        <p className="Drawer-forum">{title}</p>
        <button
          className="Button Button--icon"
          type="button"
          popoverTarget={drawerId}
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
      {children}
    </div>
  )
}

interface DrawerLinkProps extends Omit<ComponentProps<'a'>, 'className'> {
  href: string
  icon: string
}

/** A link in the drawer. */
export function DrawerLink({ icon, children, ...link }: DrawerLinkProps): ReactNode {
  return (
    <a {...link} className="SideNav-item">
      <Icon name={icon} />
      {children}
    </a>
  )
}
