import { useEffect, useRef } from 'react'
import type { PagedList } from '../../../base/lists/paged-list.ts'
import type { RealtimeMessage } from '../../../base/realtime/realtime.ts'
import { useApp } from '../../../points/app-context.ts'
import { loadDocument } from '../../../store/resources.ts'
import { discussionRequest } from '../discussion-request.ts'

/** Milliseconds for which changes are gathered, and up to how many more, so that not all readers ask at the same moment. */
const gatherFor = 1000
const spreadOver = 2000
/** Rows that are loaded at a time. */
const maximumRows = 5

/** Keeps the rows of a list up to date with what others change, each in its place. */
export function useFreshRows({ ids, readAt }: Pick<PagedList, 'ids' | 'readAt'>): void {
  const app = useApp()
  const shown = useRef(ids)
  shown.current = ids
  useEffect(() => {
    const changed = new Set<string>()
    let hasEnded = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = async () => {
      const some = [...changed].slice(0, maximumRows)
      for (const id of some) {
        if (hasEnded) return
        changed.delete(id)
        const request = discussionRequest(id, app, ['user', 'lastPostedUser'])
        // A row that cannot be loaded stays as it is until the list is loaded again.
        await loadDocument(app, request, undefined, { isBackground: true }).catch(() => {})
      }
      timer = undefined
      schedule()
    }
    const schedule = () => {
      if (changed.size === 0 || document.hidden || hasEnded) return
      timer ??= setTimeout(() => void load(), gatherFor + Math.random() * spreadOver)
    }
    const handleMessage = ({ event, data }: RealtimeMessage) => {
      if (event !== 'changed') return
      const { type, id } = data as { type: string; id: string }
      if (type !== 'discussions' || !shown.current.includes(id)) return
      changed.add(id)
      schedule()
    }
    const unfollow = app.realtime.follow('list', handleMessage, readAt)
    document.addEventListener('visibilitychange', schedule)
    return () => {
      hasEnded = true
      unfollow()
      document.removeEventListener('visibilitychange', schedule)
      clearTimeout(timer)
    }
  }, [app, readAt])
}
