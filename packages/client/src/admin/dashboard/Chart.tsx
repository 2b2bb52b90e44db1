import { type ReactNode, useEffect, useRef } from 'react'
import { useApp } from '../../points/app-context.ts'

interface ChartProps {
  counts: readonly number[]
  /** What the chart shows; the table has its numbers. */
  label: string
}

/** A chart of counts over time. The library that draws it is loaded when the page is there; its place is kept. */
export function Chart({ counts, label }: ChartProps): ReactNode {
  const { connection, translator } = useApp()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    let isGone = false
    let remove: (() => void) | undefined
    connection
      .load(() => import('./draw-chart.ts'))
      .then(
        ({ drawChart }) => {
          if (!isGone) remove = drawChart(element, counts, translator)
        },
        // The table has the numbers.
        () => {},
      )
    return () => {
      isGone = true
      remove?.()
    }
  }, [connection, counts, translator])
  return <div ref={place} className="Chart" role="img" aria-label={label} />
}
