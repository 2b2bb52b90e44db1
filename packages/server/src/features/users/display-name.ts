import type { Forum } from '../../points/context/context.ts'
import type { UserRow } from './table.ts'

/** What an account is called, by the driver that the forum has chosen; the username unless that says more. */
export function displayNameOf(user: UserRow, { points, settings }: Forum): string {
  const driver = points.displayNames.get(settings.get('display_name_driver') ?? '')
  return driver?.of(user) || user.username
}
