import type { Forum } from '../context.ts'

/** The address mail is from: the setting `mail_from`, or one at the forum's own host. */
export function senderOf({ settings, baseUrl }: Forum): string {
  return settings.get('mail_from') || `noreply@${new URL(baseUrl).hostname}`
}
