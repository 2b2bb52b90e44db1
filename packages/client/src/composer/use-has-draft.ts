import { useEffect, useState } from 'react'
import { useApp } from '../app-context.ts'
import { type ComposerTarget, targetKey } from './composer.ts'

/** Whether something was begun for a target and not sent, and the composer does not show it. */
export function useHasDraft(target: ComposerTarget): boolean {
  const { composer } = useApp()
  const [hasDraft, setHasDraft] = useState(false)
  const key = targetKey(target)
  useEffect(() => {
    const look = () => setHasDraft(composer.state.position === 'hidden' && composer.hasDraft(key))
    look()
    return composer.subscribe(look)
  }, [composer, key])
  return hasDraft
}
