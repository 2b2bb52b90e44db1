import { useEffect, useRef } from 'react'
import { useApp } from '../../../points/app-context.ts'
import { coversPage } from './use-composer-viewport.ts'

/** Minimizes a full-screen composer on navigation. */
export function useLeaving(): void {
  const { composer, router } = useApp()
  const shownPageKey = useRef(router.state.entry.pageKey)
  useEffect(
    () =>
      router.subscribe(() => {
        const { pageKey } = router.state.entry
        if (pageKey === shownPageKey.current) return
        shownPageKey.current = pageKey
        if (coversPage(composer.state.position)) composer.minimizeOrHide()
      }),
    [router, composer],
  )
}
