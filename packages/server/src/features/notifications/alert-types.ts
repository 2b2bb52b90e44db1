import type { Forum } from '../../points/context/context.ts'
import { preferenceKey } from '../../points/notifications/notifications.ts'
import { preferenceOf } from '../users/preferences.ts'
import type { UserRow } from '../users/table.ts'

/** Whether a user gets notifications of a type through a channel: by preference, or by default. */
export function wants(
  user: Pick<UserRow, 'preferences'>,
  type: string,
  channel: string,
  forum: Forum,
): boolean {
  const isUsed = forum.points.notifications.types.get(type)?.defaults.has(channel)
  return isUsed === true && preferenceOf(user, preferenceKey(type, channel), forum) === true
}

/** The types that are listed and counted for a user. */
export function alertTypes(user: Pick<UserRow, 'preferences'>, forum: Forum): string[] {
  return [...forum.points.notifications.types.keys()].filter((type) => wants(user, type, 'alert', forum))
}
