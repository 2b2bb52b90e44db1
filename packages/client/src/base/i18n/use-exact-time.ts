import { exactTime } from '@parley/shared/i18n'
import { useSyncExternalStore } from 'react'
import { useApp } from '../app-context.ts'

/**
 * Date and time in the reader's time zone, for tooltips. `undefined` on the server and during hydration:
 * only the browser knows the zone.
 */
export const useExactTime: (value: string) => string | undefined = import.meta.env.SSR
  ? () => undefined
  : useExactTimeLive

function useExactTimeLive(value: string): string | undefined {
  const { clock } = useApp()
  const isLocal = useSyncExternalStore(
    clock.subscribe,
    () => clock.current !== clock.boot,
    () => false,
  )
  return isLocal ? exactTime(new Date(value), clock.current.translator) : undefined
}
