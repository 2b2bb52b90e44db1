import { useEffect } from 'react'
import { useApp } from '../../points/app-context.ts'
import { loadDocument } from '../../store/resources.ts'

/** Age at which counts are reloaded when the reader comes back to the tab; ms. */
const staleAfter = 30_000

/** Reloads the session user's counts when the reader comes back to the tab after a while. */
export function useFreshCounts(): void {
  const app = useApp()
  useEffect(() => {
    if (app.userId === undefined) return
    let loadedAt = Date.now()
    const handleChange = () => {
      if (document.hidden || Date.now() - loadedAt < staleAfter) return
      loadedAt = Date.now()
      // The page does not depend on it.
      loadDocument(app, `/users/${app.userId}`, undefined, { isBackground: true }).catch(() => {})
    }
    document.addEventListener('visibilitychange', handleChange)
    return () => document.removeEventListener('visibilitychange', handleChange)
  }, [app])
}
