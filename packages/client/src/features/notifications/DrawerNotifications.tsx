import type { ReactNode } from 'react'
import { useSessionUser } from '../../base/records/use-forum.ts'
import { useApp } from '../../points/app-context.ts'
import { VisuallyHidden } from '../../ui/feedback/Feedback.tsx'
import { DrawerLink } from '../frame/Drawer.tsx'
import { NewCount } from '../frame/HeaderPanel.tsx'

/** The drawer's link to the notifications. */
export function DrawerNotifications(): ReactNode {
  const { t, href, userId } = useApp()
  if (userId === undefined) return null
  return (
    <DrawerLink icon="bell" href={href('/notifications')}>
      {t('core.forum.notifications.title')}
      <NewCountLabel />
    </DrawerLink>
  )
}

/** The number of new notifications as a figure, and as text for screen readers. */
export function NewCountLabel(): ReactNode {
  const { t } = useApp()
  const count = useSessionUser()?.newNotificationCount ?? 0
  if (count === 0) return null
  return (
    <>
      <NewCount count={count} />
      <VisuallyHidden> {t('core.forum.notifications.new_text', { count })}</VisuallyHidden>
    </>
  )
}
