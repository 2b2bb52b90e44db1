import { useObservable } from '../../../base/use-observable.ts'
import { useApp } from '../../../points/app-context.ts'

const onlineWindow = 5 * 60_000

interface LastSeen {
  lastSeenAt?: string | null
}

/** Whether a user was seen in the last five minutes; false for users who do not disclose it. */
export function isOnline({ lastSeenAt }: LastSeen, now: Date): boolean {
  return !!lastSeenAt && now.getTime() - Date.parse(lastSeenAt) < onlineWindow
}

/** Whether a user is online. Renders again when that changes. */
export function useIsOnline(user: LastSeen | undefined): boolean {
  return useObservable(useApp().clock, ({ now }) => user !== undefined && isOnline(user, now))
}
