import { useEffect, useState } from 'react'
import { useApp } from '../../../points/app-context.ts'
import { useMedia } from '../../../ui/use-media.ts'
import type { SwipeLayer } from './SwipeLayer.tsx'

/** Returns the component that lets logged-in users swipe rows on touch screens. Loads it after the page. */
export function useSwipeLayer(): typeof SwipeLayer | undefined {
  const { userId, connection } = useApp()
  const isTouch = useMedia('(hover: none)')
  const isNeeded = isTouch && userId !== undefined
  const [Layer, setLayer] = useState<typeof SwipeLayer>()
  useEffect(() => {
    if (!isNeeded) return
    connection
      .load(() => import('./SwipeLayer.tsx'))
      .then(
        ({ SwipeLayer }) => setLayer(() => SwipeLayer),
        // The rows' buttons offer the same actions.
        () => {},
      )
  }, [isNeeded, connection])
  return Layer
}
