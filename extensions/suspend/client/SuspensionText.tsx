import { Rich } from '@parley/client'
import type { ReactNode } from 'react'
import { isIndefinite } from '../shared.ts'
import { EndTime } from './EndTime.tsx'

/** The key of what a suspended member reads wherever something is closed. */
export function suspendedKey(end: string): string {
  return isIndefinite(end)
    ? 'suspend.forum.notifications.user_suspended_indefinite_text'
    : 'suspend.forum.notifications.user_suspended_text'
}

/** The same with the end, in the time zone of the reader. */
export function SuspensionText({ end }: { end: string }): ReactNode {
  return <Rich id={suspendedKey(end)} params={{ until: <EndTime value={end} /> }} />
}
