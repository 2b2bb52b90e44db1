import type { Forum } from '../../points/context/context.ts'
import type { UserRow } from './table.ts'

/** Display name of an account by the configured driver; the username if the driver has none. */
export function displayNameOf(user: UserRow, { points, settings }: Forum): string {
  const driver = points.displayNames.get(settings.get('display_name_driver') ?? '')
  return visibleName(driver?.of(user) ?? '') || user.username
}

/**
 * Makes a name safe to show amid other text, in pages, mails and feeds alike: without control characters, and without those
 * that change the direction of the text behind them. '' if nothing of it can be seen.
 */
export function visibleName(name: string): string {
  if (/^[!-~]*$/.test(name)) return name
  const shown = name.replace(/[\s\p{Cc}]+/gu, ' ').replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
  return /[^\s\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(shown) ? shown : ''
}
