import { type PostProps, useApp } from '@parley/client'
import { useEffect } from 'react'

/** Shows what others react to a post while it is on the page, and what its guest has reacted before. */
export function useNews({ id, relationships: { discussion } }: PostProps['post']): void {
  const app = useApp()
  const discussionId = discussion && !Array.isArray(discussion) ? discussion.id : undefined
  useEffect(() => {
    if (discussionId === undefined) return
    let hasEnded = false
    let end: (() => void) | undefined
    const begin = async () => {
      const { followReactions } = await app.connection.load(() => import('./news.ts'))
      if (!hasEnded) end = followReactions(app, id, discussionId)
    }
    // Without it the counts are those of the time when the page was loaded.
    void begin().catch(() => {})
    return () => {
      hasEnded = true
      end?.()
    }
  }, [app, id, discussionId])
}
