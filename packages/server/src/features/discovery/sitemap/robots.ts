import type { Context } from '../../../points/context/context.ts'

/** Paths of the API and of pages without content for search engines. */
const excludedPaths = [
  '/api/',
  '/admin',
  '/composer',
  '/drafts',
  '/login',
  '/logout',
  '/notifications',
  '/register',
  '/settings',
]

/** `robots.txt` (RFC 9309): search engines may index everything that guests may see. */
export function robotsText({ forum, actor }: Context): string {
  if (!actor.can('viewForum')) return 'User-agent: *\nDisallow: /\n'
  const rules = excludedPaths.map((path) => `Disallow: ${forum.basePath}${path}`)
  return ['User-agent: *', ...rules, '', `Sitemap: ${forum.baseUrl}/sitemap.xml`, ''].join('\n')
}
