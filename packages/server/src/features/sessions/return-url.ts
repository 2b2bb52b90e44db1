import type { Forum } from '../../points/context/context.ts'

/**
 * The redirect target after logging out: the requested URL if its host is the forum's or one of `redirectDomains`, else
 * the forum. Parses the URL as browsers do and serializes it again, so that no spelling leads to another host.
 */
export function returnUrl(
  requested: unknown,
  { baseUrl, redirectDomains }: Pick<Forum, 'baseUrl' | 'redirectDomains'>,
): string {
  const home = new URL(`${baseUrl}/`)
  if (typeof requested !== 'string' || !URL.canParse(requested, home.href)) return home.href
  const url = new URL(requested, home)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  const isAllowedHost = url.host === home.host || redirectDomains.includes(url.host)
  // Credentials before the host could be mistaken for the host.
  return isWeb && isAllowedHost && url.username === '' && url.password === '' ? url.href : home.href
}
