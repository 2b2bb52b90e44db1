import type { App } from '../app-context.ts'
import { withinBase } from './router.ts'

/**
 * Takes over clicks on plain links to screens of the forum, for the whole document. Links the browser should follow
 * itself are left to it: other origins, downloads, targets, modified clicks, fragments of this page, and addresses
 * that are no screen (/api, /admin, /logout).
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

/** Loads the code of screens whose links somebody comes near, so that it is there when they follow them. */
export function preloadLinks(app: App): void {
  const handleIntent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    const url = link === null ? undefined : screenOf(link, app)
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
  const url = link === null ? undefined : screenOf(link, app)
  if (link === null || url === undefined) return undefined
  const isHere = link.pathname === window.location.pathname && link.search === window.location.search
  if (isHere && link.hash !== '') return undefined
  return url + link.hash
}

/** The screen that a link leads to, below the base path; nothing for links that the browser follows itself. */
function screenOf(link: HTMLAnchorElement, app: App): string | undefined {
  if (!link.hasAttribute('href') || link.hasAttribute('download')) return undefined
  if (link.target !== '' && link.target !== '_self') return undefined
  if (link.relList.contains('external') || link.origin !== window.location.origin) return undefined
  const url = withinBase(link, app.forum.basePath)
  return url === undefined || app.routes.match(url) === undefined ? undefined : url
}

/** Follows the browser's history. @returns stops listening. */
export function followHistory(app: App): () => void {
  const handlePopState = (event: PopStateEvent) => {
    const url = withinBase(window.location, app.forum.basePath)
    if (url !== undefined) void app.router.traverse(keyOf(event.state), url)
  }
  // Between two loads of the document the browser keeps the position, within one the router does.
  const handlePageHide = () => {
    history.scrollRestoration = 'auto'
  }
  const handlePageShow = () => {
    history.scrollRestoration = 'manual'
  }
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
