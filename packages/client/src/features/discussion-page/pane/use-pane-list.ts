import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { extendList, type PagedList, startList } from '../../../base/lists/paged-list.ts'
import type { ListPlace, RecentList } from '../../../base/lists/recent-list.ts'
import type { App } from '../../../points/app.ts'
import { useApp } from '../../../points/app-context.ts'
import { loadDocument } from '../../../store/resources.ts'
import { discussionsRequest } from '../../discussions/list/list-request.ts'

interface PaneList {
  /** `undefined` while the list is loaded again. */
  list: PagedList | undefined
  /** Path of the list's page. */
  url: string
  isLoading: boolean
  hasFailed: boolean
  loadMore: () => void
  /** Saved scroll position of the list, in pixels. */
  scroll: number
  saveScroll: (scroll: number) => void
}

/**
 * The last list of discussions; loaded again after a reload of the page. The next discussion's page shares the loaded
 * items.
 */
export function usePaneList(discussionId: string): PaneList {
  const app = useApp()
  const { recentDiscussions } = app
  const [recent, setRecent] = useState(recentDiscussions.current)
  const [state, setState] = useState<'loading' | 'failed'>()
  const isLoading = useRef(false)
  const load = async () => {
    if (isLoading.current || (recent !== undefined && recent.list.next === undefined)) return
    isLoading.current = true
    setState('loading')
    try {
      const loaded = recent === undefined ? await loadAgain(app, discussionId) : await loadNext(app, recent)
      recentDiscussions.remember(loaded)
      setRecent(loaded)
      setState(undefined)
    } catch {
      setState('failed')
    }
    isLoading.current = false
  }
  const loadAtFirst = useEffectEvent(() => {
    if (recent === undefined) void load()
  })
  useEffect(() => loadAtFirst(), [])
  return {
    list: recent?.list,
    url: (recent ?? placeOf(app)).url,
    isLoading: state === 'loading',
    hasFailed: state === 'failed',
    loadMore: () => void load(),
    scroll: recent?.scroll ?? 0,
    saveScroll: (top) => recentDiscussions.saveScroll(top),
  }
}

async function loadNext(app: App, recent: RecentList): Promise<RecentList> {
  const { list } = recent
  if (list.next === undefined) return recent
  return { ...recent, list: extendList(list, await loadDocument(app, list.next)) }
}

/** Loads a list again, up to its former length or until it contains the discussion. */
async function loadAgain(app: App, discussionId: string): Promise<RecentList> {
  const { url, request, count } = placeOf(app)
  const read = (path: string) => loadDocument(app, path, undefined, { isBackground: true })
  let list = startList(await read(request), 1)
  while (list.next !== undefined && list.ids.length < count && !list.ids.includes(discussionId)) {
    list = extendList(list, await read(list.next))
  }
  return { list, url, request, scroll: 0 }
}

/** The place of the last list; that of all discussions if there is none. */
function placeOf(app: App): ListPlace {
  const all = () => discussionsRequest({ query: new URLSearchParams() }, app)
  return app.recentDiscussions.place ?? { url: '/all', request: all(), count: 0 }
}
