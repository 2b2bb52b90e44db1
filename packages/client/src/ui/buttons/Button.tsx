import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../Icon.tsx'

export interface ButtonLook {
  variant?: 'primary' | 'outline' | 'quiet' | 'link'
  isDanger?: boolean
  isSmall?: boolean
  isBlock?: boolean
  icon?: string
  /** The icon is mirrored in right-to-left languages. */
  isDirectional?: boolean
  /** An icon after the text: the arrow of a menu. */
  endIcon?: string
  /** Shows the icon alone; the text becomes the accessible name and the tooltip. */
  isIconOnly?: boolean
  /** Keys that do the same, as the tooltip shows them behind the text. */
  shortcut?: string | undefined
  className?: string
  children: ReactNode
}

interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'className' | 'children'> {
  /** Shows a spinner and ignores clicks. Stays focusable. */
  isLoading?: boolean
  /** Ignores clicks. Stays focusable, so that its label can say why. */
  isDisabled?: boolean
}

export function Button({
  isLoading,
  isDisabled,
  onClick,
  type = 'button',
  ...props
}: ButtonProps): ReactNode {
  const { look, rest } = splitLook(props)
  const isBlocked = isLoading || isDisabled
  return (
    <button
      {...rest}
      {...labelOf(look)}
      type={type}
      className={buttonClass(look, isLoading)}
      aria-disabled={isDisabled || undefined}
      aria-busy={isLoading || undefined}
      onClick={isBlocked ? preventDefault : onClick}
    >
      {startIcon(look)}
      {look.isIconOnly ? null : look.children}
      {endIcon(look)}
    </button>
  )
}

type LinkButtonProps = ButtonLook & Omit<ComponentProps<'a'>, 'className' | 'children'>

/** A link that looks like a button, for navigation that works without scripts. */
export function LinkButton(props: LinkButtonProps): ReactNode {
  const { look, rest } = splitLook(props)
  return (
    <a {...rest} {...labelOf(look)} className={buttonClass(look)}>
      {startIcon(look)}
      {look.isIconOnly ? null : look.children}
      {endIcon(look)}
    </a>
  )
}

function splitLook<P extends ButtonLook>(props: P): { look: ButtonLook; rest: Omit<P, keyof ButtonLook> } {
  const {
    variant,
    isDanger,
    isSmall,
    isBlock,
    icon,
    isDirectional,
    endIcon,
    isIconOnly,
    shortcut,
    className,
    children,
    ...rest
  } = props
  return {
    look: {
      variant,
      isDanger,
      isSmall,
      isBlock,
      icon,
      isDirectional,
      endIcon,
      isIconOnly,
      shortcut,
      className,
      children,
    },
    rest,
  }
}

function buttonClass(look: ButtonLook, isLoading?: boolean): string {
  return classNames(
    'Button',
    look.variant && `Button--${look.variant}`,
    look.isDanger && 'Button--danger',
    look.isSmall && 'Button--s',
    look.isIconOnly && 'Button--icon',
    look.isBlock && 'Button--block',
    isLoading && 'is-loading',
    look.className,
  )
}

function startIcon({ icon, isSmall, isDirectional }: ButtonLook): ReactNode {
  return icon && <Icon name={icon} isSmall={isSmall} isDirectional={isDirectional} />
}

function endIcon({ endIcon: icon }: ButtonLook): ReactNode {
  return icon && <Icon name={icon} isSmall />
}

function labelOf({ isIconOnly, shortcut, children }: ButtonLook): {
  'aria-label'?: string
  'data-tooltip'?: string
} {
  if (!isIconOnly || typeof children !== 'string') return {}
  return { 'aria-label': children, 'data-tooltip': shortcut ? `${children} (${shortcut})` : children }
}

function preventDefault(event: { preventDefault(): void }): void {
  event.preventDefault()
}
