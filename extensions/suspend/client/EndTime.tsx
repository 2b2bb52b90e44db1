import { useApp, useObservable } from '@parley/client'
import type { ReactNode } from 'react'
import { endInWords } from './suspension.ts'

/** A date with its time, in the reader's time zone. */
export function EndTime({ value }: { value: string }): ReactNode {
  const { clock } = useApp()
  return (
    <time dateTime={value}>{useObservable(clock, ({ translator }) => endInWords(value, translator))}</time>
  )
}
