import { useEffect, useRef } from 'react'
import { useApp } from '../../base/app-context.ts'
import { coversPage } from './use-composer-viewport.ts'

/** What leaving does: another page is not covered by the composer, and the browser asks before something is lost. */
export function useLeaving(): void {
  const { composer, router } = useApp()
  const shown = useRef(router.state.entry.pageKey)
  useEffect(
    () =>
      router.subscribe(() => {
        const { pageKey } = router.state.entry
        if (pageKey === shown.current) return
        shown.current = pageKey
        if (coversPage(composer.state.position)) composer.minimizeOrHide()
      }),
    [router, composer],
  )
  useEffect(() => {
    const handleUnload = (event: BeforeUnloadEvent) => {
      const { isSending, draft } = composer.state
      if (isSending || draft === 'refused') event.preventDefault()
    }
    window.addEventListener('beforeunload', handleUnload)
    return () => window.removeEventListener('beforeunload', handleUnload)
  }, [composer])
}
