import type { Forum } from '../../points/context/context.ts'
import { preferenceKey } from '../../points/notifications/notifications.ts'
import { storedPreferences } from '../users/preferences.ts'
import type { UserRow } from '../users/table.ts'

/** Whether a user gets notifications of a type through a channel: by preference, or by default. */
export function wants(
  user: Pick<UserRow, 'preferences'>,
  type: string,
  channel: string,
  { points }: Forum,
): boolean {
  const byDefault = points.notifications.types.get(type)?.defaults.get(channel)
  if (byDefault === undefined) return false
  const stored = storedPreferences(user)
  const key = preferenceKey(type, channel)
  return Object.hasOwn(stored, key) ? stored[key] === true : byDefault
}

/** The types that are listed and counted for a user. */
export function alertTypes(user: Pick<UserRow, 'preferences'>, forum: Forum): string[] {
  return [...forum.points.notifications.types.keys()].filter((type) => wants(user, type, 'alert', forum))
}
