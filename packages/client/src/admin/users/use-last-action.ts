import { useEffect, useEffectEvent, useState } from 'react'
import { useApp } from '../../points/app-context.ts'
import { type ActionProgress, lastAction } from './user-actions.ts'

const intervalMs = 1000

export interface LastAction {
  /** Undefined without an action, and before it is known. */
  progress: ActionProgress | undefined
  /** Follows an action that begins. */
  follow: (progress: ActionProgress) => void
  /** Puts the report away. */
  dismiss: () => void
}

/**
 * The viewer's last action on many users. One that runs when the page opens is followed, too.
 * @param onEnd called when an action ends that was running on this page.
 */
export function useLastAction(onEnd: () => void): LastAction {
  const app = useApp()
  const [progress, setProgress] = useState<ActionProgress>()
  const isRunning = progress?.status === 'running'

  const ask = useEffectEvent(async () => {
    // After a lost connection the next second asks again.
    const last = await lastAction(app).catch(() => null)
    // An old report is of no interest to those who come back.
    if (last === null || (!isRunning && last.status !== 'running')) return
    setProgress(last)
    if (last.status !== 'running') onEnd()
  })
  useEffect(() => void ask(), [])
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => void ask(), intervalMs)
    return () => clearInterval(timer)
  }, [isRunning])
  return { progress, follow: setProgress, dismiss: () => setProgress(undefined) }
}
