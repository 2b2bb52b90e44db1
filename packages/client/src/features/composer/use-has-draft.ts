import { useEffect, useState } from 'react'
import { useApp } from '../../points/app-context.ts'
import { type ComposerTarget, targetKey } from '../../points/composer/composer-target.ts'

/** Whether a target has a draft that no tab is writing, while the composer is hidden. */
export function useHasDraft(target: ComposerTarget): boolean {
  const { composer } = useApp()
  const [hasDraft, setHasDraft] = useState(false)
  const key = targetKey(target)
  useEffect(() => {
    let hasEnded = false
    const check = async () => {
      const isHidden = () => composer.state.position === 'hidden'
      const isStored = isHidden() && (await composer.drafts.has(key))
      if (!hasEnded) setHasDraft(isStored && isHidden())
    }
    const handleChange = () => void check()
    handleChange()
    const unsubscribers = [composer.subscribe(handleChange), composer.drafts.subscribe(handleChange)]
    // Another tab may have closed meanwhile and abandoned a draft.
    document.addEventListener('visibilitychange', handleChange)
    return () => {
      hasEnded = true
      for (const unsubscribe of unsubscribers) unsubscribe()
      document.removeEventListener('visibilitychange', handleChange)
    }
  }, [composer, key])
  return hasDraft
}
