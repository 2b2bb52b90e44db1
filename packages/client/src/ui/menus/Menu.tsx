import type { MouseEvent, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../Icon.tsx'
import { onIntent } from '../on-intent.ts'

interface MenuItemProps {
  icon?: string
  /** Makes it a link. */
  href?: string
  isDanger?: boolean
  /** Cannot be chosen, but can be focused and read. */
  isDisabled?: boolean
  /** For a choice among several: whether it is selected. */
  isChecked?: boolean
  onSelect?: () => void
  /** Preloads the code for the item's action. */
  load?: () => Promise<unknown>
  children: ReactNode
}

/** An item of a menu. Choosing it closes the menu. */
export function MenuItem(props: MenuItemProps): ReactNode {
  const { icon, href, isDanger, isDisabled, isChecked, onSelect, load, children } = props
  const common = {
    className: classNames('Menu-item', isDanger && 'Menu-item--danger'),
    role: isChecked === undefined ? 'menuitem' : 'menuitemradio',
    tabIndex: -1,
    'aria-checked': isChecked,
    'aria-disabled': isDisabled || undefined,
    ...(load && onIntent(load)),
  }
  const content = (
    <>
      {icon !== undefined && <Icon name={icon} />}
      {children}
      {isChecked !== undefined && <Icon name="check" isSmall />}
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

export function MenuSeparator(): ReactNode {
  return <hr className="Menu-separator" />
}
