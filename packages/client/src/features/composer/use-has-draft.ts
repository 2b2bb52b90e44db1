import { useEffect, useState } from 'react'
import { useApp } from '../../base/app-context.ts'
import { type ComposerTarget, targetKey } from '../../base/composer/composer.ts'

/** Whether something was begun for a target and left behind, and the composer does not show it. */
export function useHasDraft(target: ComposerTarget): boolean {
  const { composer } = useApp()
  const [hasDraft, setHasDraft] = useState(false)
  const key = targetKey(target)
  useEffect(() => {
    let hasEnded = false
    const look = async () => {
      const isHidden = () => composer.state.position === 'hidden'
      const has = isHidden() && (await composer.hasDraft(key))
      if (!hasEnded) setHasDraft(has && isHidden())
    }
    const lookNow = () => void look()
    lookNow()
    const unsubscribe = composer.subscribe(lookNow)
    // Meanwhile another tab may have been closed, and left something behind.
    document.addEventListener('visibilitychange', lookNow)
    return () => {
      hasEnded = true
      unsubscribe()
      document.removeEventListener('visibilitychange', lookNow)
    }
  }, [composer, key])
  return hasDraft
}
