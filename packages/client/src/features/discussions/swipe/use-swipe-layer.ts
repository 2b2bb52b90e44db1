import { useEffect, useState } from 'react'
import { useApp } from '../../../base/app-context.ts'
import { useMedia } from '../../../ui/use-media.ts'
import type { SwipeLayer } from './SwipeLayer.tsx'

/** What lets members swipe rows, where there are fingers; loaded once the page is there. */
export function useSwipeLayer(): typeof SwipeLayer | undefined {
  const { userId, connection } = useApp()
  const hasFingers = useMedia('(hover: none)')
  const isWanted = hasFingers && userId !== undefined
  const [Layer, setLayer] = useState<typeof SwipeLayer>()
  useEffect(() => {
    if (!isWanted) return
    connection
      .load(() => import('./SwipeLayer.tsx'))
      .then(
        ({ SwipeLayer }) => setLayer(() => SwipeLayer),
        // The rows' buttons do the same.
        () => {},
      )
  }, [isWanted, connection])
  return Layer
}
