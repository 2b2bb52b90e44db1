import { exactTime } from '@parley/shared/i18n'
import { useApp } from '../../points/app-context.ts'
import { useObservable } from '../use-observable.ts'

/**
 * Date and time in the reader's time zone, for tooltips. `undefined` on the server and during hydration:
 * only the browser knows the zone.
 */
export function useExactTime(value: string): string | undefined {
  const { clock } = useApp()
  const isLocal = useObservable(clock, (moment) => moment.isLocal)
  return isLocal ? exactTime(new Date(value), clock.state.translator) : undefined
}
