import { useEffect } from 'react'
import type { RealtimeMessage } from '../../base/realtime/realtime.ts'
import { useApp } from '../../points/app-context.ts'
import { loadDocument } from '../../store/resources.ts'
import { followOtherTabs } from './other-tabs.ts'

/** Age at which counts are reloaded when the reader comes back to the tab; ms. */
const staleAfter = 30_000

/** Reloads the session user's counts when the reader comes back to the tab after a while, or read in another tab. */
export function useFreshCounts(): void {
  const app = useApp()
  useEffect(() => {
    if (app.boot.isView || app.userId === undefined) return
    let loadedAt = Date.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = () => {
      loadedAt = Date.now()
      clearTimeout(timer)
      timer = undefined
      // The page does not depend on it.
      loadDocument(app, `/users/${app.userId}`, undefined, { isBackground: true }).catch(() => {})
    }
    const handleChange = () => {
      if (!document.hidden && Date.now() - loadedAt >= staleAfter) load()
    }
    document.addEventListener('visibilitychange', handleChange)
    // Several notifications are asked for at once, and not by all browsers at the same moment. Tabs in the background have their count in the title; without real time they load it when the reader comes back.
    const handleMessage = ({ event }: RealtimeMessage) => {
      const isNews =
        event === 'notification' || ((event === 'poll' || event === 'refresh') && !document.hidden)
      if (isNews) timer ??= setTimeout(load, Math.random() * (event === 'refresh' ? 5000 : 1000))
    }
    // The page came with the counts.
    const unfollowNews = app.realtime.follow(`user:${app.userId}`, handleMessage, 0)
    const unfollow = followOtherTabs(app, (change) => {
      // Few readers change a list in another tab, so this code is not part of the first view.
      app.connection
        .load(() => import('./actions.ts'))
        .then(
          ({ applyChange }) => applyChange(app, change),
          () => {},
        )
        .then(load)
    })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', handleChange)
      unfollow()
      unfollowNews()
    }
  }, [app])
}
