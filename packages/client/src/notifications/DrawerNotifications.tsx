import type { ReactNode } from 'react'
import { useApp } from '../app-context.ts'
import { DrawerLink } from '../frame/Drawer.tsx'
import { useSessionUser } from '../store/use-forum.ts'
import { VisuallyHidden } from '../ui/Feedback.tsx'
import { NewCount } from './Bell.tsx'

/** The way to the notifications on phones. */
export function DrawerNotifications(): ReactNode {
  const { t, href } = useApp()
  const user = useSessionUser()
  if (user === undefined) return null
  const count = user.newNotificationCount ?? 0
  return (
    <DrawerLink icon="bell" href={href('/notifications')}>
      {t('core.forum.notifications.title')}
      <NewCount count={count} />
      {count > 0 && <VisuallyHidden>{t('core.forum.notifications.new_text', { count })}</VisuallyHidden>}
    </DrawerLink>
  )
}
