import { abbreviateNumber } from '@parley/shared/i18n'
import {
  type ComponentType,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useApp } from '../../points/app-context.ts'
import { Icon } from '../../ui/Icon.tsx'

/** Props of a panel, for its `PanelFrame`. */
export interface PanelProps {
  ref: RefObject<HTMLDivElement | null>
  trigger: RefObject<HTMLElement | null>
  onToggle: (isOpen: boolean) => void
}

interface HeaderPanelProps {
  icon: string
  /** Path of the page with the same content, below the base path: for browsers without scripts, and for new tabs. */
  path: string
  /** Accessible name of the button; it says the count. */
  label: string
  tooltip: string
  /** How much is new. */
  count?: number
  /** Loads the panel. The function must stay the same. */
  load: () => Promise<ComponentType<PanelProps>>
}

/** A button of the header that opens a panel, whose code loads when the pointer or the focus comes near. */
export function HeaderPanel({ icon, path, label, tooltip, count = 0, load }: HeaderPanelProps): ReactNode {
  const { href, alerts, connection } = useApp()
  const button = useRef<HTMLAnchorElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [Panel, setPanel] = useState<ComponentType<PanelProps>>()
  const [isOpen, setIsOpen] = useState(false)
  // A press outside an open popover closes it, and this button is outside: the click must not open it again.
  const wasOpen = useRef(false)
  // Opens the panel after its first render.
  useLayoutEffect(() => {
    if (Panel) panel.current?.showPopover({ source: button.current ?? undefined })
  }, [Panel])
  const prepare = () => void connection.load(load).catch(() => {})
  const open = async () => {
    panel.current?.showPopover({ source: button.current ?? undefined })
    if (Panel) return
    try {
      const loaded = await connection.load(load)
      setPanel(() => loaded)
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
        className="Header-panel Button Button--icon Button--quiet"
        href={href(path)}
        aria-label={label}
        data-tooltip={tooltip}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={prepare}
        onFocus={prepare}
        onPointerDown={() => {
          wasOpen.current = isOpen
        }}
        onClick={handleClick}
      >
        <Icon name={icon} />
        <NewCount count={count} />
      </a>
      {Panel && <Panel ref={panel} trigger={button} onToggle={setIsOpen} />}
    </div>
  )
}

/** The number of what is new, hidden from screen readers; nothing for 0. */
export function NewCount({ count }: { count: number }): ReactNode {
  const { translator } = useApp()
  if (count === 0) return null
  return (
    <span className="Count" aria-hidden="true">
      {abbreviateNumber(count, translator)}
    </span>
  )
}
