import { type ReactNode, useEffect, useState } from 'react'
import { pageNumber } from '../../../base/lists/paged-list.ts'
import type { RealtimeMessage } from '../../../base/realtime/realtime.ts'
import { useApp } from '../../../points/app-context.ts'
import type { NewPost } from '../../../points/pages/lists.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { currentSort } from '../list/list-request.ts'
import type { IndexProps } from '../slots.ts'
import { useFreshRows } from './use-fresh-rows.ts'

/** Above a list: how many of its discussions have posts that came since it was loaded. Loads the list again on a click. */
export function IndexNews({ location, list }: IndexProps): ReactNode {
  const { t } = useApp()
  const { size } = useNewPosts({ location, list })
  useFreshRows(list)
  return (
    size > 0 && (
      <div className="IndexNews">
        <Button
          variant="primary"
          icon="refresh"
          isLoading={list.loading === 'refresh'}
          onClick={() => void list.refresh()}
        >
          {t('core.forum.discussion_list.news_button', { count: size })}
        </Button>
      </div>
    )
  )
}

/** Up to so many milliseconds pass before a list is compared, as all browsers may have missed something. */
const spreadOfAll = 4000

/** The ids of discussions of a list that have posts which came since it was loaded. */
function useNewPosts({ location, list }: IndexProps): ReadonlySet<string> {
  const app = useApp()
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  // Its first page was loaded again: rows that were added have another page's number.
  const { page, request, readAt } = list
  const [firstRows, setFirstRows] = useState(list.ids)
  if (page === 1 && firstRows !== list.ids) {
    setFirstRows(list.ids)
    setIds(new Set())
  }
  // New posts come first there: elsewhere they change nothing that the reader waits for.
  const isLatest = pageNumber(location) === 1 && currentSort(location, app) === 'latest'
  useEffect(() => {
    if (!isLatest) return
    const { filter, hears = () => filter === undefined } = location.list ?? {}
    const controller = new AbortController()
    const { signal } = controller
    let timer: ReturnType<typeof setTimeout> | undefined
    const add = (...added: string[]) => setIds((before) => new Set([...before, ...added]))
    const compare = async () => {
      timer = undefined
      // The next news are told, and the list can be loaded again.
      const load = () => import('./find-news.ts')
      const news = await app.connection
        .load(load)
        .then(({ findNews }) => findNews(app, request, signal))
        .catch(() => [])
      if (!signal.aborted) add(...news)
    }
    const handleMessage = ({ event, data }: RealtimeMessage) => {
      if (event === 'refresh') timer ??= setTimeout(() => void compare(), Math.random() * spreadOfAll)
      if (event !== 'newPost') return
      const news = data as NewPost
      // The reader wrote or read it already.
      const isKnown = app.store.get('posts', String(news.postId)) !== undefined
      if (!isKnown && hears(news, location, app)) add(String(news.discussionId))
    }
    const unfollow = app.realtime.follow('list', handleMessage, readAt)
    return () => {
      unfollow()
      controller.abort()
      clearTimeout(timer)
    }
  }, [app, location, isLatest, request, readAt])
  return ids
}
