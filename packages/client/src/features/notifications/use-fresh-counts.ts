import { useEffect } from 'react'
import { useApp } from '../../base/app-context.ts'
import { loadDocument } from '../../store/resources.ts'

/** How old counts may be when the reader comes back to the tab; ms. */
const STALE_AFTER = 30_000

/** Loads the account with its counts again when the reader comes back to the tab after a while. */
export function useFreshCounts(): void {
  const app = useApp()
  useEffect(() => {
    if (app.userId === undefined) return
    let loadedAt = Date.now()
    const handleChange = () => {
      if (document.hidden || Date.now() - loadedAt < STALE_AFTER) return
      loadedAt = Date.now()
      // The page does not depend on it.
      loadDocument(app, `/users/${app.userId}`, undefined, { isUnasked: true }).catch(() => {})
    }
    document.addEventListener('visibilitychange', handleChange)
    return () => document.removeEventListener('visibilitychange', handleChange)
  }, [app])
}
