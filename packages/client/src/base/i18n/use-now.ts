import { useSyncExternalStore } from 'react'
import { useApp } from '../app-context.ts'

/** The present time as the page knows it, refreshed every 10 seconds. */
export function useNow(): Date {
  const { clock } = useApp()
  return useSyncExternalStore(
    clock.subscribe,
    () => clock.current,
    () => clock.boot,
  ).now
}
