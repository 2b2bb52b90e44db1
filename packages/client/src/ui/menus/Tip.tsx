import type { ReactNode } from 'react'
import { Time } from '../../base/i18n/Time.tsx'
import { useExactTime } from '../../base/i18n/use-exact-time.ts'

interface TipProps {
  /** Text of the tooltip; undefined until it is known. */
  text: string | undefined
  className?: string
  children: ReactNode
}

/** Text with a tooltip that opens on hover, by focus and by touch. */
export function Tip({ text, className, children }: TipProps): ReactNode {
  return (
    <button type="button" className={className ? `Tip ${className}` : 'Tip'} data-tooltip={text}>
      {children}
    </button>
  )
}

/** A relative time with the exact one in a `Tip`. Inside links and buttons take `Time`. */
export function TimeTip({ value }: { value: string }): ReactNode {
  return (
    <Tip text={useExactTime(value)}>
      <Time value={value} />
    </Tip>
  )
}
