import { Alert, Rich, useApp, useForum } from '@parley/client'
import type { ReactNode } from 'react'

/** Says that the forum shows other names than nicknames, and where to change that. */
export function WrongDriver(): ReactNode {
  const { href } = useApp()
  if (useForum().displayNameDriver === 'nickname') return null
  const basics = href('/admin/basics?setting=display_name_driver')
  return (
    <Alert tone="warning" className="WrongDriver">
      <Rich id="nicknames.admin.wrong_driver" params={{ link: (text) => <a href={basics}>{text}</a> }} />
    </Alert>
  )
}
