import type { CSSProperties, MouseEvent, ReactNode } from 'react'
import { useApp } from '../../../base/app-context.ts'
import { LinkButton } from '../../../ui/buttons/Button.tsx'
import { openExternalLogIn } from './external-log-in.ts'

interface ExternalLogInButtonProps {
  /** Below the base path: where the log-in at the other site begins, `/auth/github`. */
  path: string
  icon?: string
  /** The site's own colour. */
  color?: string
  children: ReactNode
}

/** Logs in by an account elsewhere, in a window of its own; without a script in this one. Stands in `LogInButtons`. */
export function ExternalLogInButton({ path, icon, color, children }: ExternalLogInButtonProps): ReactNode {
  const { href } = useApp()
  const address = href(path)
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    if (openExternalLogIn(address)) event.preventDefault()
  }
  return (
    <LinkButton
      variant="outline"
      className="ExternalLogInButton"
      isBlock
      icon={icon}
      href={address}
      style={color === undefined ? undefined : ({ '--own': color } as CSSProperties)}
      onClick={handleClick}
    >
      {children}
    </LinkButton>
  )
}
