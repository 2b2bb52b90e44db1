import {
  type ReactNode,
  type ToggleEvent,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button, type ButtonLook } from '../buttons/Button.tsx'
import { classNames } from '../class-names.ts'
import { createMenuKeys, menuItems } from './menu-keys.ts'
import { placePopover } from './place-popover.ts'

interface DropdownProps extends Omit<ButtonLook, 'children'> {
  /** What the button shows; with `isIconOnly` its accessible name. */
  label: ReactNode
  /** What the menu is for, where `label` does not say it: read out before the label. */
  accessibleLabel?: string
  align?: 'start' | 'end'
  /** Draws the menu before it is opened, so that it works without a script. For links, and few of them. */
  isEager?: boolean
  /** `MenuItem`s. Drawn when the menu opens first. */
  children: ReactNode
}

/** A button with a menu, by the ARIA menu-button pattern, in the browser's own popover. */
export function Dropdown(props: DropdownProps): ReactNode {
  const { label, accessibleLabel, align = 'start', isEager = false, children, ...look } = props
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [isDrawn, setIsDrawn] = useState(isEager)
  const [isOpen, setIsOpen] = useState(false)
  const opensAtEnd = useRef(false)
  const { handleToggle, handleKeyDown } = useMenu({ trigger, menu, align, opensAtEnd, setIsOpen })

  // The first opening: the menu has just been drawn. Later ones are the browser's, through `popoverTarget`.
  useLayoutEffect(() => {
    if (isDrawn && !isEager) menu.current?.showPopover({ source: trigger.current ?? undefined })
  }, [isDrawn, isEager])

  return (
    <div className={classNames('Dropdown', align === 'end' && 'Dropdown--end')}>
      <Button
        {...look}
        ref={trigger}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isDrawn ? id : undefined}
        popoverTarget={isDrawn ? id : undefined}
        onClick={(event) => {
          if (isDrawn) return
          // Else the browser would close again what the effect opens during this click.
          event.preventDefault()
          setIsDrawn(true)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          opensAtEnd.current = event.key === 'ArrowUp'
          if (isDrawn) menu.current?.showPopover({ source: event.currentTarget })
          else setIsDrawn(true)
        }}
      >
        {/* A name of its own would hide the visible one from those who speak commands. */}
        {accessibleLabel === undefined ? (
          label
        ) : (
          <>
            <span className="VisuallyHidden">{accessibleLabel} </span>
            {label}
          </>
        )}
      </Button>
      {isDrawn && (
        <div
          ref={menu}
          id={id}
          className="Menu"
          popover="auto"
          role="menu"
          tabIndex={-1}
          aria-label={accessibleLabel ?? (typeof label === 'string' ? label : undefined)}
          onToggle={handleToggle}
          onKeyDown={(event) => handleKeyDown(event.nativeEvent)}
          onClick={(event) => {
            if (event.target instanceof Element && event.target.closest('[role^="menuitem"]'))
              menu.current?.hidePopover()
          }}
        >
          {children}
        </div>
      )}
    </div>
  )
}

interface MenuParts {
  trigger: { current: HTMLButtonElement | null }
  menu: { current: HTMLDivElement | null }
  align: 'start' | 'end'
  /** Whether the next opening focuses the last item; set by Arrow Up on the button. */
  opensAtEnd: { current: boolean }
  setIsOpen: (isOpen: boolean) => void
}

function useMenu({ trigger, menu, align, opensAtEnd, setIsOpen }: MenuParts) {
  const stopFollowing = useRef<(() => void) | undefined>(undefined)
  const [keys] = useState(() => createMenuKeys(() => menu.current?.hidePopover()))
  useLayoutEffect(() => () => stopFollowing.current?.(), [])

  const show = (isOpen: boolean) => {
    stopFollowing.current?.()
    stopFollowing.current = undefined
    setIsOpen(isOpen)
    if (!isOpen || trigger.current === null || menu.current === null) return
    stopFollowing.current = placePopover(trigger.current, menu.current, align)
    menuItems(menu.current)
      .at(opensAtEnd.current ? -1 : 0)
      ?.focus()
    opensAtEnd.current = false
  }
  const showOpen = useEffectEvent(() => {
    // The browser opened it before the page came to life.
    if (menu.current?.matches(':popover-open')) show(true)
  })
  useLayoutEffect(() => showOpen(), [])
  const handleToggle = (event: ToggleEvent) => show(event.newState === 'open')
  const handleKeyDown = (event: KeyboardEvent) => {
    if (menu.current !== null) keys(event, menu.current)
  }
  return { handleToggle, handleKeyDown }
}
