import type { ReactNode } from 'react'
import { useSessionUser } from '../../base/records/use-forum.ts'
import { useT } from '../../points/app-context.ts'
import { HeaderPanel } from '../frame/HeaderPanel.tsx'
import { useFreshCounts } from './use-fresh-counts.ts'

const loadPanel = async () => (await import('./NotificationPanel.tsx')).NotificationPanel

/** The header's button for notifications, with the number of new ones since the list was last opened. */
export function Bell(): ReactNode {
  const t = useT()
  const user = useSessionUser()
  useFreshCounts()
  if (user === undefined) return null
  const count = user.newNotificationCount ?? 0
  return (
    <HeaderPanel
      icon="bell"
      path="/notifications"
      label={t('core.forum.notifications.toggle_dropdown_accessible_label', { count })}
      tooltip={t('core.forum.notifications.tooltip')}
      count={count}
      load={loadPanel}
    />
  )
}
