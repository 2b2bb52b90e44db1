import type { ReactNode } from 'react'
import { useSessionUser } from '../../../base/records/use-forum.ts'
import { useApp } from '../../../points/app-context.ts'
import { useHasItems } from '../../../points/slots.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { IndexCannotStart } from '../slots.ts'
import { StartButton } from './StartButton.tsx'
import { useStart } from './start.ts'

/** The button for a new discussion, with the reason below it if it is disabled. */
export function StartItem(): ReactNode {
  return (
    <div className="StartItem">
      <StartButton />
      <CannotStartNote />
    </div>
  )
}

/** Tells logged-in users why they may not start a discussion; renders nothing for others. */
export function CannotStartNote({ className }: { className?: string }): ReactNode {
  const { t } = useApp()
  const { isAllowed } = useStart()
  const user = useSessionUser()
  const hasReason = useHasItems(IndexCannotStart, { user })
  if (user === undefined || isAllowed) return null
  return (
    <p className={classNames('CannotStart', className)}>
      {hasReason ? (
        <IndexCannotStart user={user} />
      ) : (
        t(
          user.isEmailConfirmed === false
            ? 'core.forum.index.unconfirmed_cannot_start_text'
            : 'core.forum.index.cannot_start_discussion_text',
        )
      )}
    </p>
  )
}
