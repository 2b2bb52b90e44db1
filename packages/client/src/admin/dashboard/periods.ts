import { useMemo } from 'react'
import { useApp } from '../../points/app-context.ts'
import type { Report } from './documents.ts'

const formats: Readonly<Record<Report['unit'], Intl.DateTimeFormatOptions>> = {
  hour: { timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  week: { dateStyle: 'medium' },
  month: { month: 'short', year: 'numeric' },
}

/** Formats the beginnings of periods, in UTC like the statistics. */
export function usePeriods(unit: Report['unit']): { formatPeriod(start: number): string } {
  const { locale } = useApp().translator
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, { ...formats[unit], timeZone: 'UTC' })
    return { formatPeriod: (start) => format.format(start * 1000) }
  }, [locale, unit])
}
