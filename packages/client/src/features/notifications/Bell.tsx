import { abbreviateNumber } from '@parley/shared/i18n'
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useSessionUser } from '../../base/records/use-forum.ts'
import { useApp } from '../../points/app-context.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { NotificationPanel } from './NotificationPanel.tsx'
import { useFreshCounts } from './use-fresh-counts.ts'

/** The header's button for notifications, with the number of new ones since the list was last opened. */
export function Bell(): ReactNode {
  const user = useSessionUser()
  useFreshCounts()
  return user && <BellButton count={user.newNotificationCount ?? 0} />
}

function BellButton({ count }: { count: number }): ReactNode {
  const { t, href, alerts, connection } = useApp()
  const button = useRef<HTMLAnchorElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [Panel, setPanel] = useState<typeof NotificationPanel>()
  const [isOpen, setIsOpen] = useState(false)
  // A press outside an open popover closes it, and this button is outside: the click must not open it again.
  const wasOpen = useRef(false)
  // Opens the panel after its first render.
  useLayoutEffect(() => {
    if (Panel) panel.current?.showPopover({ source: button.current ?? undefined })
  }, [Panel])
  const load = () => connection.load(() => import('./NotificationPanel.tsx'))
  const prepare = () => void load().catch(() => {})
  const open = async () => {
    panel.current?.showPopover({ source: button.current ?? undefined })
    if (Panel) return
    try {
      const { NotificationPanel } = await load()
      setPanel(() => NotificationPanel)
    } catch (error) {
      alerts.showError(error, () => void open())
    }
  }
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (!wasOpen.current) void open()
    wasOpen.current = false
  }
  return (
    <div className="Dropdown Dropdown--end">
      <a
        ref={button}
        className="Header-bell Button Button--icon Button--quiet"
        href={href('/notifications')}
        aria-label={t('core.forum.notifications.toggle_dropdown_accessible_label', { count })}
        data-tooltip={t('core.forum.notifications.tooltip')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={prepare}
        onFocus={prepare}
        onPointerDown={() => {
          wasOpen.current = isOpen
        }}
        onClick={handleClick}
      >
        <Icon name="bell" />
        <NewCount count={count} />
      </a>
      {Panel && <Panel ref={panel} trigger={button} onToggle={setIsOpen} />}
    </div>
  )
}

/** The number of new notifications, hidden from screen readers; nothing for 0. */
export function NewCount({ count }: { count: number }): ReactNode {
  const { translator } = useApp()
  if (count === 0) return null
  return (
    <span className="Count" aria-hidden="true">
      {abbreviateNumber(count, translator)}
    </span>
  )
}
