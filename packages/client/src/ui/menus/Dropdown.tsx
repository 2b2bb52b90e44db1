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
  /** Content of the button; with `isIconOnly` its accessible name. */
  label: ReactNode
  /** Purpose of the menu, if `label` does not say it. Screen readers announce it before the label. */
  accessibleLabel?: string
  align?: 'start' | 'end'
  /** Renders the menu before it opens, so that it works without scripts. For menus of few links. */
  isEager?: boolean
  /** `MenuItem`s. Rendered when the menu first opens. */
  children: ReactNode
}

/** A button with a menu in a popover, by the ARIA menu-button pattern. */
export function Dropdown(props: DropdownProps): ReactNode {
  const { label, accessibleLabel, align = 'start', isEager = false, children, ...look } = props
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [isRendered, setIsRendered] = useState(isEager)
  const [isOpen, setIsOpen] = useState(false)
  const opensAtEnd = useRef(false)
  const { handleToggle, handleKeyDown } = useMenu({ trigger, menu, align, opensAtEnd, setIsOpen })

  // Opens the menu after its first rendering. Later the browser opens it, through `popoverTarget`.
  useLayoutEffect(() => {
    if (isRendered && !isEager) menu.current?.showPopover({ source: trigger.current ?? undefined })
  }, [isRendered, isEager])

  return (
    <div className={classNames('Dropdown', align === 'end' && 'Dropdown--end')}>
      <Button
        {...look}
        ref={trigger}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isRendered ? id : undefined}
        popoverTarget={isRendered ? id : undefined}
        onClick={(event) => {
          if (isRendered) return
          // Prevents the browser from toggling the popover that the effect opens during this click.
          event.preventDefault()
          setIsRendered(true)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          opensAtEnd.current = event.key === 'ArrowUp'
          if (isRendered) menu.current?.showPopover({ source: event.currentTarget })
          else setIsRendered(true)
        }}
      >
        {/* An aria-label would hide the visible label from voice control. */}
        {accessibleLabel === undefined ? (
          label
        ) : (
          <>
            <span className="VisuallyHidden">{accessibleLabel} </span>
            {label}
          </>
        )}
      </Button>
      {isRendered && (
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
  /** Whether the menu opens with the focus on its last item; set by Arrow Up on the button. */
  opensAtEnd: { current: boolean }
  setIsOpen: (isOpen: boolean) => void
}

function useMenu({ trigger, menu, align, opensAtEnd, setIsOpen }: MenuParts) {
  const stopFollowing = useRef<(() => void) | undefined>(undefined)
  const [keys] = useState(() => createMenuKeys(() => menu.current?.hidePopover()))
  useLayoutEffect(() => () => stopFollowing.current?.(), [])

  const handleOpenChange = (isOpen: boolean) => {
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
  const adoptOpenMenu = useEffectEvent(() => {
    // The reader opened the menu before hydration.
    if (menu.current?.matches(':popover-open')) handleOpenChange(true)
  })
  useLayoutEffect(() => adoptOpenMenu(), [])
  const handleToggle = (event: ToggleEvent) => handleOpenChange(event.newState === 'open')
  const handleKeyDown = (event: KeyboardEvent) => {
    if (menu.current !== null) keys(event, menu.current)
  }
  return { handleToggle, handleKeyDown }
}
