import { useEffect } from 'react'
import { useApp } from '../../../points/app-context.ts'

/** Lets the browser ask before leaving the page loses text, or ends sending one that no other page goes on sending. */
export function useUnload(): void {
  const { composer } = useApp()
  useEffect(() => {
    const handleUnload = (event: BeforeUnloadEvent) => {
      const isSendingHere = composer.outbox.state.some(({ isQueued }) => !isQueued)
      if (isSendingHere || composer.state.draft === 'unsaved') event.preventDefault()
    }
    window.addEventListener('beforeunload', handleUnload)
    return () => window.removeEventListener('beforeunload', handleUnload)
  }, [composer])
}
