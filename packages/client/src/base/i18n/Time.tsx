import { humanTime } from '@parley/shared/i18n'
import type { ReactNode } from 'react'
import { useApp } from '../../points/app-context.ts'
import { useObservable } from '../use-observable.ts'
import { useExactTime } from './use-exact-time.ts'

interface TimeProps {
  /** RFC 3339. */
  value: string
  className?: string
}

/** A relative time, kept up to date, with the exact time in a tooltip for the mouse and in `datetime`. See `TimeTip`. */
export function Time({ value, className }: TimeProps): ReactNode {
  const { clock } = useApp()
  const text = useObservable(clock, ({ now, translator }) => humanTime(new Date(value), now, translator))
  const exact = useExactTime(value)
  return (
    <time className={className} dateTime={value} data-tooltip={exact}>
      {text}
    </time>
  )
}
