import { useSyncExternalStore } from 'react'
import { useApp } from '../app-context.ts'

/** The current time, refreshed every 10 seconds. */
export function useNow(): Date {
  const { clock } = useApp()
  return useSyncExternalStore(
    clock.subscribe,
    () => clock.current,
    () => clock.boot,
  ).now
}
