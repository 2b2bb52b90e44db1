import type { ReactNode } from 'react'
import { useObservable } from '../../base/use-observable.ts'
import { useApp } from '../../points/app-context.ts'
import { Icon } from '../../ui/Icon.tsx'
import { preferenceSaver } from './preferences.ts'

interface SaveMarkProps {
  /** The preferences that the control beside the mark changes. */
  keys: readonly string[]
  /** How many of them a change must have, 1 by default. */
  minimum?: number
}

/** Says beside a control that its change is being saved, or was saved. The page announces it to screen readers. */
export function SaveMark({ keys, minimum }: SaveMarkProps): ReactNode {
  const app = useApp()
  const saver = preferenceSaver(app)
  const state = useObservable(saver, (state) => (saver.isLatest(keys, minimum) ? state : 'idle'))
  if (state === 'idle') return null
  return (
    <span key={state} className="SaveMark" data-state={state} aria-hidden="true">
      {state === 'saved' && <Icon name="check" isSmall />}
      {app.t(`core.forum.settings.${state}_text`)}
    </span>
  )
}
