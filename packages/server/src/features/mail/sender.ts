import { isIP } from 'node:net'
import type { Forum } from '../../points/context/context.ts'

/** The address mail is from: the setting `mail_from`, or one at the forum's own host. */
export function senderOf({ settings, baseUrl }: Forum): string {
  return settings.get('mail_from') || `noreply@${hostOf(baseUrl)}`
}

/** The numbers of a machine are nothing that mail can be sent from. */
function hostOf(baseUrl: string): string {
  const { hostname } = new URL(baseUrl)
  return hostname.startsWith('[') || isIP(hostname) ? 'localhost' : hostname
}
