import { useSyncExternalStore } from 'react'
import { useApp } from '../../../base/app-context.ts'

const WINDOW = 5 * 60_000

interface Seen {
  lastSeenAt?: string | null
}

/** Whether somebody was seen in the last five minutes. Who does not disclose it never is. */
export function isOnline({ lastSeenAt }: Seen, now: Date): boolean {
  return !!lastSeenAt && now.getTime() - Date.parse(lastSeenAt) < WINDOW
}

/** Whether somebody is online, and a new rendering when that changes. */
export function useIsOnline(user: Seen | undefined): boolean {
  const { clock } = useApp()
  return useSyncExternalStore(
    clock.subscribe,
    () => user !== undefined && isOnline(user, clock.current.now),
    () => user !== undefined && isOnline(user, clock.boot.now),
  )
}
