import type { MouseEvent, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../Icon.tsx'
import { onIntent } from '../on-intent.ts'

interface MenuItemProps {
  icon?: string | undefined
  /** In place of the icon: an element of its size, without a text. */
  mark?: ReactNode
  /** Makes it a link. */
  href?: string
  isDanger?: boolean
  /** Cannot be chosen, but can be focused and read. */
  isDisabled?: boolean
  /** For a choice among several: whether it is selected. */
  isChecked?: boolean
  /** For a choice that is on or off by itself: whether it is on. */
  isToggled?: boolean
  onSelect?: () => void
  /** Preloads the code for the item's action. */
  load?: () => Promise<unknown>
  children: ReactNode
}

/** An item of a menu. Choosing it closes the menu. */
export function MenuItem(props: MenuItemProps): ReactNode {
  const { icon, mark, href, isDanger, isDisabled, isChecked, isToggled, onSelect, load, children } = props
  const isOn = isChecked ?? isToggled
  const common = {
    className: classNames('Menu-item', isDanger && 'Menu-item--danger'),
    role: roleOf(props),
    tabIndex: -1,
    'aria-checked': isOn,
    'aria-disabled': isDisabled || undefined,
    ...(load && onIntent(load)),
  }
  const content = (
    <>
      {icon === undefined ? mark : <Icon name={icon} />}
      {children}
      {isOn !== undefined && <Icon name="check" isSmall />}
    </>
  )
  if (href !== undefined) {
    return (
      <a {...common} href={href} onClick={onSelect}>
        {content}
      </a>
    )
  }
  const handleClick = (event: MouseEvent) => {
    if (isDisabled) event.stopPropagation()
    else onSelect?.()
  }
  return (
    <button {...common} type="button" onClick={handleClick}>
      {content}
    </button>
  )
}

function roleOf({ isChecked, isToggled }: MenuItemProps): string {
  if (isToggled !== undefined) return 'menuitemcheckbox'
  return isChecked === undefined ? 'menuitem' : 'menuitemradio'
}

export function MenuSeparator(): ReactNode {
  return <hr className="Menu-separator" />
}
