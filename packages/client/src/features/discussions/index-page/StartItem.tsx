import type { ReactNode } from 'react'
import { useSessionUser } from '../../../base/records/use-forum.ts'
import { useApp } from '../../../points/app-context.ts'
import type { StartRefusal } from '../../../points/reply-refusals.ts'
import { classNames } from '../../../ui/class-names.ts'
import { startRefusal, useRefusalText } from '../reply-refusal.ts'
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
  const app = useApp()
  const { isAllowed } = useStart()
  const user = useSessionUser()
  const refusal = user === undefined || isAllowed ? undefined : startRefusal(app)
  return refusal && <StartRefusalNote refusal={refusal} className={className} />
}

interface StartRefusalNoteProps {
  refusal: StartRefusal
  className: string | undefined
}

function StartRefusalNote({ refusal, className }: StartRefusalNoteProps): ReactNode {
  return <p className={classNames('CannotStart', className)}>{useRefusalText(refusal)}</p>
}
