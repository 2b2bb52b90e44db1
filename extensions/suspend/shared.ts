import type { DateString } from '@parley/shared'

declare module '@parley/shared' {
  interface User {
    canSuspend?: boolean
    /** Absent for all but the user and those who may suspend the user. A time that is over suspends no longer. */
    suspendedUntil?: DateString | null
    /** A note that only those who may suspend the user see. */
    suspendReason?: string | null
    /** What the user is told. */
    suspendMessage?: string | null
  }

  interface Notifications {
    /** The end of the suspension. */
    userSuspended: DateString
    /** When the suspension was lifted. */
    userUnsuspended: DateString
  }
}

/** The end of suspensions that have none. */
export const indefiniteEnd = '2038-01-01T00:00:00+00:00'

/** Whether an end stands for none: 2038 is stored here, and imported accounts may have 9999. */
export function isIndefinite(end: string): boolean {
  return /^(?:2038|9999)/.test(end)
}
