import { exactTime, humanTime } from '@parley/shared/i18n'
import { type ReactNode, useCallback, useSyncExternalStore } from 'react'
import { useApp } from '../app-context.ts'

interface TimeProps {
  /** RFC 3339. */
  value: string
  className?: string
}

/** A relative time, kept up to date, with the exact time in the tooltip and in `datetime`. */
export function Time({ value, className }: TimeProps): ReactNode {
  const { text, exact } = useTimeText(value)
  return (
    <time className={className} dateTime={value} title={exact}>
      {text}
    </time>
  )
}

// The server omits the tooltip: only the browser knows the reader's time zone, and it renders times again anyway.
const useTimeText: (value: string) => { text: string; exact?: string } = import.meta.env.SSR
  ? useTimeOnce
  : useTimeLive

function useTimeOnce(value: string): { text: string } {
  const { now, translator } = useApp().clock.boot
  return { text: humanTime(new Date(value), now, translator) }
}

function useTimeLive(value: string): { text: string; exact?: string } {
  const { clock } = useApp()
  const date = new Date(value)
  const text = useSyncExternalStore(
    clock.subscribe,
    useCallback(
      () => humanTime(new Date(value), clock.current.now, clock.current.translator),
      [clock, value],
    ),
    useCallback(() => humanTime(new Date(value), clock.boot.now, clock.boot.translator), [clock, value]),
  )
  const isLocal = useSyncExternalStore(
    clock.subscribe,
    () => clock.current !== clock.boot,
    () => false,
  )
  return { text, exact: isLocal ? exactTime(date, clock.current.translator) : undefined }
}
