import { isIP } from 'node:net'
import type { Forum } from '../../points/context/context.ts'

/** The sender's address: the setting `mail_from`, or an address at the forum's own host. */
export function senderOf({ settings, baseUrl }: Pick<Forum, 'settings' | 'baseUrl'>): string {
  return settings.get('mail_from') || `noreply@${senderHost(baseUrl)}`
}

/** The host of the default sender. IP addresses are invalid there, so `localhost` replaces them. */
function senderHost(baseUrl: string): string {
  const { hostname } = new URL(baseUrl)
  return hostname.startsWith('[') || isIP(hostname) ? 'localhost' : hostname
}
