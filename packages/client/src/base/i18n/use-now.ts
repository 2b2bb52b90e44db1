import { useApp } from '../../points/app-context.ts'
import { useObservable } from '../use-observable.ts'

/** The current time, refreshed every 10 seconds. */
export function useNow(): Date {
  return useObservable(useApp().clock, ({ now }) => now)
}
