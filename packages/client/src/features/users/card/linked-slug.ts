import { withinBase } from '../../../base/router/router.ts'
import type { App } from '../../../points/app.ts'

/** The slug of the user to whose page a link leads; the tabs of that page do not count. */
export function linkedSlug(link: HTMLAnchorElement, app: App): string | undefined {
  if (link.origin !== window.location.origin || link.closest('.UserPage > nav')) return undefined
  const url = withinBase(link, app.forum.basePath)
  const match = url === undefined ? undefined : app.routes.match(url)
  return match?.name === 'user' ? match.location.params.username : undefined
}
