import type { App } from '../../points/app.ts'
import { withinBase } from './router.ts'

/**
 * Navigates on clicks on plain links to pages of the forum, anywhere in the document. Leaves other links to the
 * browser: other origins, downloads, targets, modified clicks, fragments of this page, and addresses without a route
 * (/api, /admin, /logout).
 * @returns stops listening.
 */
export function followLinks(app: App): () => void {
  const handleClick = (event: MouseEvent) => {
    const url = linkTarget(event, app)
    if (url === undefined) return
    event.preventDefault()
    void app.router.navigate(url)
  }
  document.addEventListener('click', handleClick)
  return () => document.removeEventListener('click', handleClick)
}

/** Preloads the code of a page when its link is hovered, pressed or focused. */
export function preloadLinks(app: App): void {
  const handleIntent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    const url = link === null ? undefined : pageUrlOf(link, app)
    if (url !== undefined) app.router.preload(url)
  }
  for (const intent of ['pointerover', 'pointerdown', 'focusin']) {
    document.addEventListener(intent, handleIntent, { passive: true })
  }
}

function linkTarget(event: MouseEvent, app: App): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  if (!(event.target instanceof Element)) return undefined
  const link = event.target.closest('a')
  const url = link === null ? undefined : pageUrlOf(link, app)
  if (link === null || url === undefined) return undefined
  const isHere = link.pathname === window.location.pathname && link.search === window.location.search
  if (isHere && link.hash !== '') return undefined
  return url + link.hash
}

/** The page that a link leads to, below the base path; `undefined` for links that the browser follows. */
function pageUrlOf(link: HTMLAnchorElement, app: App): string | undefined {
  if (!link.hasAttribute('href') || link.hasAttribute('download')) return undefined
  if (link.target !== '' && link.target !== '_self') return undefined
  if (link.relList.contains('external') || link.origin !== window.location.origin) return undefined
  const url = withinBase(link, app.forum.basePath)
  return url === undefined || app.routes.match(url) === undefined ? undefined : url
}

/** Follows the browser's history. @returns stops listening. */
export function followHistory(app: App): () => void {
  const follow = (key?: string) => {
    const url = withinBase(window.location, app.forum.basePath)
    if (url !== undefined) void app.router.traverse(key, url)
  }
  const handlePopState = ({ state }: PopStateEvent) => follow(keyOf(state))
  // The browser restores the scroll position across document loads, the router within one.
  const handlePageHide = () => {
    history.scrollRestoration = 'auto'
  }
  const handlePageShow = () => {
    history.scrollRestoration = 'manual'
  }
  // The reader may have gone back before: no event tells, and the key is that of the page that was there.
  follow()
  window.addEventListener('popstate', handlePopState)
  window.addEventListener('pagehide', handlePageHide)
  window.addEventListener('pageshow', handlePageShow)
  return () => {
    window.removeEventListener('popstate', handlePopState)
    window.removeEventListener('pagehide', handlePageHide)
    window.removeEventListener('pageshow', handlePageShow)
  }
}

function keyOf(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('key' in state)) return undefined
  return typeof state.key === 'string' ? state.key : undefined
}
