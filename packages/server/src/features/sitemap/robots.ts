import type { Context } from '../../points/context/context.ts'

/** Pages that search engines have no use for, and the API. */
const useless = [
  '/api/',
  '/admin',
  '/composer',
  '/login',
  '/logout',
  '/notifications',
  '/register',
  '/settings',
]

/** `robots.txt` (RFC 9309): everything that guests may see is for search engines too. */
export function robotsText({ forum, actor }: Context): string {
  if (!actor.can('viewForum')) return 'User-agent: *\nDisallow: /\n'
  const rules = useless.map((path) => `Disallow: ${forum.basePath}${path}`)
  return ['User-agent: *', ...rules, '', `Sitemap: ${forum.baseUrl}/sitemap.xml`, ''].join('\n')
}
