import type { Additions } from './additions.ts'

/** Returns whether a key is a preference that an extension adds; undefined if it adds none. */
export function isOwnPreference({
  preferences,
  notifications,
  notificationChannels,
}: Pick<Additions, 'preferences' | 'notifications' | 'notificationChannels'>):
  | ((key: string) => boolean)
  | undefined {
  if (preferences.length + notifications.length + notificationChannels.length === 0) return undefined
  const declared = new Set(preferences)
  return (key) =>
    declared.has(key) ||
    notifications.some((type) => key.startsWith(`notify_${type}_`)) ||
    notificationChannels.some((channel) => key.startsWith('notify_') && key.endsWith(`_${channel}`))
}
