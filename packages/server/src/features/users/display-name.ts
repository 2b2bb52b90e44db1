import type { Forum } from '../../points/context/context.ts'
import type { UserRow } from './table.ts'

/** Display name of an account by the configured driver; the username if the driver has none. */
export function displayNameOf(user: UserRow, { points, settings }: Forum): string {
  const driver = points.displayNames.get(settings.get('display_name_driver') ?? '')
  return driver?.of(user) || user.username
}
