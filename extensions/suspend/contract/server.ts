import type { UserRow } from '@parley/server'

declare module '@parley/server' {
  interface Events {
    /** A suspension began or changed; its end may be over already. */
    'user.suspended': { user: UserRow; before: UserRow }
    /** A suspension was lifted before its end. */
    'user.unsuspended': { user: UserRow; before: UserRow }
  }

  interface UserTable {
    /** ISO 8601; the account is suspended until then. */
    suspended_until: string | null
    suspend_reason: string | null
    suspend_message: string | null
  }
}

/** Whether an account is suspended at a time. */
export function isSuspended(user: Partial<Pick<UserRow, 'suspended_until'>> | undefined, now: Date): boolean {
  const until = user?.suspended_until
  return typeof until === 'string' && until > now.toISOString()
}
