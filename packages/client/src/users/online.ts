const WINDOW = 5 * 60_000

/** Whether somebody was seen in the last five minutes. */
export function isOnline(user: { lastSeenAt?: string | null }, now: Date): boolean {
  return !!user.lastSeenAt && now.getTime() - Date.parse(user.lastSeenAt) < WINDOW
}
