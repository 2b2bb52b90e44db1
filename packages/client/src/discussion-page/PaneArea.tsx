import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useApp } from '../app-context.ts'
import type { DiscussionProps } from '../discussions/slots.ts'

// Once loaded it is there with the next discussion's page at once.
let Frame: ComponentType<DiscussionProps> | undefined

/** At the edge of wide screens: the list that the reader came from, if they came from one. */
export function PaneArea(props: DiscussionProps): ReactNode {
  const { recentDiscussions, connection } = useApp()
  const [hasList] = useState(recentDiscussions.current.list.ids.length > 0)
  const [, setIsLoaded] = useState(false)
  useEffect(() => {
    if (!hasList || Frame !== undefined) return
    connection
      .load(() => import('./PaneFrame.tsx'))
      .then((module) => {
        Frame = module.PaneFrame
        setIsLoaded(true)
      })
      // The page is whole without it.
      .catch(() => {})
  }, [hasList, connection])
  return hasList && Frame !== undefined ? <Frame {...props} /> : null
}
