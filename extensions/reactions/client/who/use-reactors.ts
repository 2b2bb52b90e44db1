import { useApp } from '@parley/client'
import { useEffect, useEffectEvent, useState } from 'react'
import { loadReactors, type Reactors } from './load-reactors.ts'

const pageSize = 20

/** Those who have reacted to a post with a type, twenty more with each call of `loadMore`. */
export function useReactors(postId: string, typeId: string) {
  const app = useApp()
  const [{ ids, after }, setLoaded] = useState<Reactors>({ ids: [], after: undefined })
  const [isLoading, setIsLoading] = useState(true)
  const [error, setError] = useState<unknown>()
  const loadMore = async () => {
    setIsLoading(true)
    setError(undefined)
    try {
      const loaded = await loadReactors(app, { postId, typeId }, pageSize, after)
      setLoaded({ ids: [...ids, ...loaded.ids], after: loaded.after })
    } catch (error) {
      setError(error)
    }
    setIsLoading(false)
  }
  const begin = useEffectEvent(loadMore)
  useEffect(() => void begin(), [])
  const drop = (dropped: string) =>
    setLoaded((now) => ({ ...now, ids: now.ids.filter((id) => id !== dropped) }))
  return { ids, hasMore: after !== undefined, isLoading, error, loadMore, drop }
}
