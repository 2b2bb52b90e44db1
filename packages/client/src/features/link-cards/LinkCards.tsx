import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useRouterState } from '../../base/router/use-router.ts'
import { useApp } from '../../points/app-context.ts'
import type { OpenCard } from './OpenCard.tsx'

const events = ['pointerover', 'focusin'] as const

/** Shows the cards beside links. The code is loaded when the pointer or the focus moves. */
export function LinkCards(): ReactNode {
  const { connection } = useApp()
  const { key } = useRouterState().entry
  const [Card, setCard] = useState<typeof OpenCard>()
  const start = useRef<EventTarget>(null)
  const takeStart = useCallback(() => {
    const { current } = start
    start.current = null
    return current
  }, [])
  useEffect(() => {
    const stop = () => {
      for (const type of events) document.removeEventListener(type, load)
    }
    let isLoading = false
    const load = ({ target }: Event) => {
      // They may move on while the code is loaded.
      start.current = target
      if (isLoading) return
      isLoading = true
      connection
        .load(() => import('./OpenCard.tsx'))
        .then(
          ({ OpenCard }) => setCard(() => OpenCard),
          // The links lead there without cards.
          () => {},
        )
        .finally(stop)
    }
    for (const type of events) document.addEventListener(type, load)
    return stop
  }, [connection])
  // The key closes the card when the page changes.
  return Card && <Card key={key} takeStart={takeStart} />
}
