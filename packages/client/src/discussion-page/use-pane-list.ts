import { useRef, useState } from 'react'
import { useApp } from '../app-context.ts'
import { extendList, type PagedList } from '../store/paged-list.ts'
import { loadDocument } from '../store/resources.ts'

interface PaneList {
  list: PagedList
  /** Where the list has its page. */
  url: string
  isLoading: boolean
  hasFailed: boolean
  loadMore: () => void
  /** How far it was scrolled beside the discussion before. */
  scroll: number
  keepScroll: (scroll: number) => void
}

/** The list of discussions that the reader saw last. What is loaded here is there with the next discussion too. */
export function usePaneList(): PaneList {
  const app = useApp()
  const { recentDiscussions } = app
  const [{ list, url, scroll }, setRecent] = useState(recentDiscussions.current)
  const [state, setState] = useState<'loading' | 'failed'>()
  const isLoading = useRef(false)
  const loadMore = async () => {
    if (isLoading.current || list.next === undefined) return
    isLoading.current = true
    setState('loading')
    try {
      const recent = { url, scroll, list: extendList(list, await loadDocument(app, list.next)) }
      recentDiscussions.remember(recent)
      setRecent(recent)
      setState(undefined)
    } catch {
      setState('failed')
    }
    isLoading.current = false
  }
  return {
    list,
    url,
    isLoading: state === 'loading',
    hasFailed: state === 'failed',
    loadMore: () => void loadMore(),
    scroll,
    keepScroll: (top) => recentDiscussions.keepScroll(top),
  }
}
