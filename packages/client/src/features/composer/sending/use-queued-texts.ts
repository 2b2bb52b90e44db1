import { useEffect } from 'react'
import { useApp } from '../../../points/app-context.ts'

/** Goes on sending what closed pages of this account were sending: at first, and when the reader returns to the tab. */
export function useQueuedTexts(): void {
  const app = useApp()
  useEffect(() => {
    if (app.userId === undefined) return
    const handleVisible = async () => {
      if (document.hidden || !app.composer.drafts.hasQueued) return
      try {
        const { sendQueued } = await app.connection.load(() => import('./send-queued.tsx'))
        await sendQueued(app)
      } catch {
        // Without the code the texts stay queued until the reader returns.
      }
    }
    void handleVisible()
    document.addEventListener('visibilitychange', handleVisible)
    return () => document.removeEventListener('visibilitychange', handleVisible)
  }, [app])
}
