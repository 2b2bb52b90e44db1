import type { CollectionDocument } from '@parley/shared'
import { useRef, useState } from 'react'
import { useApp } from '../../points/app-context.ts'
import type { PageLocation } from '../../points/routes.ts'
import { loadDocument } from '../../store/resources.ts'
import { useEntryState } from '../router/entry.ts'
import { extendList, type PagedList, pageNumber, pagePath, startList } from './paged-list.ts'

export interface PagedListState extends PagedList {
  /** API path of the first page. */
  request: string
  /** The load in progress. */
  loading: 'more' | 'refresh' | undefined
  /** Loads the next page, and writes its number into the address. A failure shows an alert and keeps the list. */
  loadMore: () => Promise<void>
  /** Replaces the list by its first page, loaded again. */
  refresh: () => Promise<void>
}

/**
 * A list that grows in place and is restored when the reader returns.
 * @param document the answer to `request`, loaded with the page.
 */
export function usePagedList(
  location: PageLocation,
  request: string,
  document: CollectionDocument,
): PagedListState {
  const app = useApp()
  const [list, setList] = useEntryState(request, () =>
    startList(document, pageNumber(location), app.router.state.entry.requestedAt),
  )
  const [loading, setLoading] = useState<PagedListState['loading']>()
  const controller = useRef<AbortController>(undefined)

  const load = async (
    kind: 'more' | 'refresh',
    path: string,
    update: (document: CollectionDocument) => PagedList,
  ) => {
    const { entry } = app.router.state
    controller.current?.abort()
    controller.current = new AbortController()
    const { signal } = controller.current
    setLoading(kind)
    try {
      const updated = update(await loadDocument(app, path, signal))
      setList(updated)
      // The reader may have navigated meanwhile.
      if (app.router.state.entry === entry) app.router.rewrite(pagePath(location, updated.page))
    } catch (error) {
      if (!signal.aborted) app.alerts.showError(error)
    }
    if (!signal.aborted) setLoading(undefined)
  }

  return {
    ...list,
    request,
    loading,
    loadMore: async () => {
      const { next } = list
      if (next !== undefined) await load('more', next, (more) => extendList(list, more))
    },
    refresh: () => {
      const readAt = performance.now()
      return load('refresh', request, (first) => startList(first, pageNumber(location), readAt))
    },
  }
}
