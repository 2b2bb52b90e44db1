import { useEffect } from 'react'
import { useApp } from '../../../points/app-context.ts'

/** Lets the browser ask before leaving the page loses text or ends sending. */
export function useUnload(): void {
  const { composer } = useApp()
  useEffect(() => {
    const handleUnload = (event: BeforeUnloadEvent) => {
      if (composer.outbox.state.length > 0 || composer.state.draft === 'unsaved') event.preventDefault()
    }
    window.addEventListener('beforeunload', handleUnload)
    return () => window.removeEventListener('beforeunload', handleUnload)
  }, [composer])
}
