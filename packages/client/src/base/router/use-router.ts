import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import type { PageHead } from '../../points/routes.ts'
import { ApiError, isUnanswered } from '../../store/api-error.ts'
import { ChunkLoadError } from '../../store/connection/load-chunk.ts'
import { useObservable } from '../use-observable.ts'
import type { Entry } from './entry.ts'
import type { RouterState } from './router.ts'

/** The router's state; its changes rerender the component. */
export function useRouterState(): RouterState {
  return useObservable(useApp().router)
}

/** Contents of the document's head while an entry is shown. */
export function entryHead(app: App, { page, location, documents, error, loading }: Entry): PageHead {
  if (error !== undefined) {
    return { title: app.t(`core.forum.page_error.${errorKind(error)}_title`), status: errorStatus(error) }
  }
  if (page === undefined || location === undefined || loading === 'unknown') return {}
  try {
    return page.head?.({ location, documents }, app) ?? {}
  } catch {
    // Rendering the page reports the error.
    return {}
  }
}

/** The document's title, preceded by the number of what is new, if anything is. */
export function fullTitle(app: App, head: PageHead, entry: Entry): string {
  const title = pageTitle(app, head, entry)
  const count = app.titleCounts.reduce((sum, countNew) => sum + countNew(app), 0)
  return count === 0 ? title : app.t('core.lib.meta_titles.with_count', { count, title })
}

/** The page's title with the forum's name; on the home page the forum's name alone. */
function pageTitle(app: App, head: PageHead, entry: Entry): string {
  const forumName = app.forum.title ?? ''
  const pageNumber = Number(entry.location?.query.get('page') ?? 1)
  if (head.title === undefined || entry.location?.path === '/')
    return app.t('core.lib.meta_titles.without_page_title', { forumName, pageNumber })
  return app.t('core.lib.meta_titles.with_page_title', { pageTitle: head.title, forumName, pageNumber })
}

export type ErrorKind =
  | 'not_found'
  | 'unauthenticated'
  | 'forbidden'
  | 'offline'
  | 'unreachable'
  | 'incomplete'
  | 'failed'

/** The kinds of errors that pass with the connection: the page is loaded again when it is back. */
export const passingKinds: readonly ErrorKind[] = ['offline', 'unreachable', 'incomplete']

/** The kind of message for a page that could not be loaded. */
export function errorKind(error: unknown): ErrorKind {
  if (error instanceof ChunkLoadError) return isOffline() ? 'offline' : 'incomplete'
  if (!(error instanceof ApiError)) return 'failed'
  if (error.status === 404 || error.status === 410) return 'not_found'
  if (error.status === 401) return 'unauthenticated'
  if (error.status === 403) return 'forbidden'
  // The forum itself may answer 503, too: then it is busy, and says so.
  if (!isUnanswered(error) || error.errors.length > 0) return 'failed'
  return isOffline() ? 'offline' : 'unreachable'
}

function errorStatus(error: unknown): number {
  return error instanceof ApiError && error.status >= 400 ? error.status : 500
}

function isOffline(): boolean {
  return typeof navigator !== 'undefined' && navigator.onLine === false
}
