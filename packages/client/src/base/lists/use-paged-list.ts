import type { CollectionDocument } from '@parley/shared'
import { useRef, useState } from 'react'
import { loadDocument } from '../../store/resources.ts'
import { useApp } from '../app-context.ts'
import { useEntryState } from '../router/entry.ts'
import type { PageLocation } from '../router/route.ts'
import { extendList, type PagedList, pageNumber, pagePath, startList } from './paged-list.ts'

export interface PagedListState extends PagedList {
  /** Path of the API that it begins with. */
  request: string
  /** What is being loaded. */
  loading: 'more' | 'again' | undefined
  /** Loads what follows, and names its page in the address. Failures become an alert; the list stays as it is. */
  loadMore: () => Promise<void>
  /** Loads the first page again and shows it in place of everything. */
  refresh: () => Promise<void>
}

/**
 * A list that grows in place and is still there when the reader comes back.
 * @param document the answer to `request`, which came with the page.
 */
export function usePagedList(
  location: PageLocation,
  request: string,
  document: CollectionDocument,
): PagedListState {
  const app = useApp()
  const [list, setList] = useEntryState(request, () => startList(document, pageNumber(location)))
  const [loading, setLoading] = useState<PagedListState['loading']>()
  const controller = useRef<AbortController>(undefined)

  const load = async (
    what: 'more' | 'again',
    path: string,
    take: (document: CollectionDocument) => PagedList,
  ) => {
    const { entry } = app.router.state
    controller.current?.abort()
    controller.current = new AbortController()
    const { signal } = controller.current
    setLoading(what)
    try {
      const taken = take(await loadDocument(app, path, signal))
      setList(taken)
      // Unless the reader has gone elsewhere meanwhile.
      if (app.router.state.entry === entry) app.router.rewrite(pagePath(location, taken.page))
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
    refresh: () => load('again', request, (first) => startList(first, pageNumber(location))),
  }
}
