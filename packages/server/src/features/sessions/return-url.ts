import type { Forum } from '../../points/context/context.ts'

/**
 * Where to go on to after logging out: the wanted address if it is the forum's or on one of `redirectDomains`, else
 * the forum. It is read as browsers read it and written out anew, so that no way of writing it leads elsewhere.
 */
export function returnUrl(
  wanted: unknown,
  { baseUrl, redirectDomains }: Pick<Forum, 'baseUrl' | 'redirectDomains'>,
): string {
  const home = new URL(`${baseUrl}/`)
  if (typeof wanted !== 'string' || !URL.canParse(wanted, home.href)) return home.href
  const url = new URL(wanted, home)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  const isKnown = url.host === home.host || redirectDomains.includes(url.host)
  // A name before the host is there to be taken for it.
  return isWeb && isKnown && url.username === '' && url.password === '' ? url.href : home.href
}
