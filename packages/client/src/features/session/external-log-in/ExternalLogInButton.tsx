import type { CSSProperties, MouseEvent, ReactNode } from 'react'
import { useApp } from '../../../points/app-context.ts'
import { LinkButton } from '../../../ui/buttons/Button.tsx'
import { openExternalLogIn } from './external-log-in.ts'

interface ExternalLogInButtonProps {
  /** Path that starts the log-in at the other site, below the base path: `/auth/github`. */
  path: string
  icon?: string
  /** The site's own colour. */
  color?: string
  children: ReactNode
}

/** Logs in with an account of another site, in a pop-up or, without scripts, in this window. For `LogInButtons`. */
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
