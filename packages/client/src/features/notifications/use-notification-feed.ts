import { useRef, useState } from 'react'
import { extendList, type PagedList, startList } from '../../base/lists/paged-list.ts'
import { useApp } from '../../points/app-context.ts'
import { loadDocument } from '../../store/resources.ts'
import { notificationsRequest } from './list-request.ts'

interface FeedState {
  /** `undefined` until the first response. */
  list: PagedList | undefined
  loading: 'first' | 'more' | undefined
  /** The last request failed. */
  hasFailed: boolean
}

/** The notifications of the panel: reloaded on each opening, continued on demand. */
export function useNotificationFeed() {
  const app = useApp()
  const controller = useRef<AbortController>(undefined)
  const [state, setState] = useState<FeedState>({ list: undefined, loading: undefined, hasFailed: false })

  const load = async (loading: 'first' | 'more', path: string) => {
    controller.current?.abort()
    controller.current = new AbortController()
    const { signal } = controller.current
    setState(({ list }) => ({ list, loading, hasFailed: false }))
    try {
      const document = await loadDocument(app, path, signal)
      if (signal.aborted) return
      setState(({ list }) => ({
        list: loading === 'more' && list ? extendList(list, document) : startList(document, 1),
        loading: undefined,
        hasFailed: false,
      }))
    } catch {
      if (!signal.aborted) setState(({ list }) => ({ list, loading: undefined, hasFailed: true }))
    }
  }

  return {
    ...state,
    reload: () => load('first', notificationsRequest({ query: new URLSearchParams() }, app)),
    loadMore: async () => {
      const next = state.list?.next
      if (next !== undefined) await load('more', next)
    },
  }
}

export type NotificationFeed = ReturnType<typeof useNotificationFeed>
