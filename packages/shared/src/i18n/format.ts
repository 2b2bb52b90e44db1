import { dateTimeFormat, numberFormat, relativeTimeFormat } from './intl.ts'
import type { Translator } from './translator.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * A relative time: 'just now', '8 min ago', '5 hours ago', 'yesterday', '12 days ago', and from 30 days on
 * the date. Days are those of the translator's time zone. The future counts as now.
 */
export function humanTime(date: Date, now: Date, translator: Translator): string {
  const { locale, timeZone, t } = translator
  const elapsed = Math.max(0, now.getTime() - date.getTime())
  if (elapsed < minute) return t('core.lib.datetime_formats.humanTimeNow')
  if (elapsed < hour) {
    const text = relativeTimeFormat(locale, { style: 'short' }).format(
      -Math.floor(elapsed / minute),
      'minute',
    )
    return locale.startsWith('en') ? text.replace('.', '') : text
  }
  if (elapsed < day) return relativeTimeFormat(locale).format(-Math.floor(elapsed / hour), 'hour')
  const from = calendarDay(date, timeZone)
  const to = calendarDay(now, timeZone)
  if (elapsed < 30 * day) {
    const days = Math.round((to.getTime() - from.getTime()) / day)
    return relativeTimeFormat(locale, { numeric: days === 1 ? 'auto' : 'always' }).format(-days, 'day')
  }
  const sameYear = from.getUTCFullYear() === to.getUTCFullYear()
  return formatDay(translator, from.getTime(), sameYear ? 'humanTimeShort' : 'humanTimeLong', date)
}

const maxCachedDays = 5000
const dayCaches = new WeakMap<Translator, Map<string, string>>()

/** Caches formatted days: formatting a date takes longer than rendering the rest of a list's row. */
function formatDay(translator: Translator, day: number, format: string, date: Date): string {
  const cache = dayCaches.get(translator) ?? new Map<string, string>()
  dayCaches.set(translator, cache)
  const key = `${format} ${day}`
  const text = cache.get(key) ?? translator.t(`core.lib.datetime_formats.${format}`, { date })
  if (cache.size >= maxCachedDays) cache.clear()
  cache.set(key, text)
  return text
}

/** The full date with the time, for tooltips: '3 November 2026, 07:12', in the locale's format. */
export function exactTime(date: Date, { locale, timeZone }: Translator): string {
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone } as const
  // Browsers put different spaces before AM and PM, which would cause a hydration mismatch.
  return dateTimeFormat(locale, style).format(date).replaceAll('\u202f', ' ')
}

/** A duration in its largest whole unit, '11 days' or '2 years'; under a day in hours. */
export function humanDuration(milliseconds: number, { locale }: Translator): string {
  const days = milliseconds / day
  const [value, unit] =
    days >= 365
      ? [days / 365, 'year']
      : days >= 30
        ? [days / 30, 'month']
        : days >= 1
          ? [days, 'day']
          : [days * 24, 'hour']
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.floor(value))
}

/** A number with the locale's separators. */
export function formatNumber(value: number, { locale }: Translator): string {
  return numberFormat(locale).format(value)
}

/** A count for narrow places: 999, '1.2k', '2k', '3M'. */
export function abbreviateNumber(value: number, { locale, t }: Translator): string {
  if (value >= 1_000_000) {
    return numberFormat(locale).format(Math.floor(value / 1_000_000)) + t('core.lib.number_suffix.mega_text')
  }
  if (value < 1000) return numberFormat(locale).format(value)
  const thousands = Math.min(999.9, value / 1000)
  return (
    numberFormat(locale, { maximumFractionDigits: 1 }).format(thousands) +
    t('core.lib.number_suffix.kilo_text')
  )
}

/** A list in words, 'Ann, Bob, and Cem', as its parts in order: the items and the texts between them. */
export function joinList<Item>(items: Item[], { t, rich }: Translator): (string | Item)[] {
  const [first, second] = items
  const last = items.at(-1)
  if (first === undefined || second === undefined || last === undefined) return items
  if (items.length === 2) return rich<Item>('core.lib.series.two_text', { first, second })
  const glue = t('core.lib.series.glue_text')
  const middle = items.slice(1, -1).flatMap((item, index) => (index ? [glue, item] : [item]))
  const parts = rich<Item | typeof slot>('core.lib.series.three_text', { first, second: slot, third: last })
  return parts.flatMap((part) => (part === slot ? middle : [part as string | Item]))
}

const slot = { middle: true }

/** Midnight UTC of the calendar day of a time in a time zone. */
function calendarDay(date: Date, timeZone: string | undefined): Date {
  // A fast path for the server, where a list formats twenty dates in UTC.
  if (timeZone === 'UTC') return new Date(Math.floor(date.getTime() / day) * day)
  const style = { year: 'numeric', month: 'numeric', day: 'numeric', timeZone, calendar: 'iso8601' } as const
  const parts = dateTimeFormat('en', style).formatToParts(date)
  const number = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return new Date(Date.UTC(number('year'), number('month') - 1, number('day')))
}
