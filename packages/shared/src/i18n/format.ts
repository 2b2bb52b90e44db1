import { dateTimeFormat, numberFormat, relativeTimeFormat } from './intl.ts'
import type { Translator } from './translator.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * How long ago something was: 'now', '8 min ago', '5 hours ago', 'yesterday', '12 days ago', and from
 * 30 days on the date. Days are those of the translator's time zone. The future counts as now.
 */
export function humanTime(date: Date, now: Date, translator: Translator): string {
  const { locale, timeZone } = translator
  const passed = Math.max(0, now.getTime() - date.getTime())
  if (passed < minute) return relativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second')
  if (passed < hour) {
    const text = relativeTimeFormat(locale, { style: 'short' }).format(-Math.floor(passed / minute), 'minute')
    return locale.startsWith('en') ? text.replace('.', '') : text
  }
  if (passed < day) return relativeTimeFormat(locale).format(-Math.floor(passed / hour), 'hour')
  const from = calendarDay(date, timeZone)
  const to = calendarDay(now, timeZone)
  if (passed < 30 * day) {
    const days = Math.round((to.getTime() - from.getTime()) / day)
    return relativeTimeFormat(locale, { numeric: days === 1 ? 'auto' : 'always' }).format(-days, 'day')
  }
  const sameYear = from.getUTCFullYear() === to.getUTCFullYear()
  return writtenDay(translator, from.getTime(), sameYear ? 'humanTimeShort' : 'humanTimeLong', date)
}

const keptDays = 5000
const writtenDays = new WeakMap<Translator, Map<string, string>>()

/** Days are written the same for everybody, and formatting a date takes longer than the rest of a list's row. */
function writtenDay(translator: Translator, day: number, format: string, date: Date): string {
  const known = writtenDays.get(translator) ?? new Map<string, string>()
  writtenDays.set(translator, known)
  const key = `${format} ${day}`
  const text = known.get(key) ?? translator.t(`core.lib.datetime_formats.${format}`, { date })
  if (known.size >= keptDays) known.clear()
  known.set(key, text)
  return text
}

/** The whole date with the time, for tooltips: '3 November 2026, 07:12' as the locale writes it. */
export function exactTime(date: Date, { locale, timeZone }: Translator): string {
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone } as const
  // Browsers disagree on which space stands before AM and PM, which would upset hydration.
  return dateTimeFormat(locale, style).format(date).replaceAll('\u202f', ' ')
}

/** A span of time in its largest whole unit, '11 days' or '2 years'; under a day in hours. */
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

/** A count for narrow places: 999, '1.2k', '3M' (`spec` core section 9). */
export function abbreviateNumber(value: number, { locale, t }: Translator): string {
  if (value >= 1_000_000) {
    return numberFormat(locale).format(Math.floor(value / 1_000_000)) + t('core.lib.number_suffix.mega_text')
  }
  if (value < 1000) return numberFormat(locale).format(value)
  const thousands = Math.min(999.9, value / 1000)
  const style = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return numberFormat(locale, style).format(thousands) + t('core.lib.number_suffix.kilo_text')
}

/** Items as a list in words, 'Ann, Bob, and Cem', as parts in order: the items and the texts between. */
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

/** Midnight UTC of the day that a time falls on in a time zone. */
function calendarDay(date: Date, timeZone: string | undefined): Date {
  // The server's case, and a list has twenty of them.
  if (timeZone === 'UTC') return new Date(Math.floor(date.getTime() / day) * day)
  const style = { year: 'numeric', month: 'numeric', day: 'numeric', timeZone, calendar: 'iso8601' } as const
  const parts = dateTimeFormat('en', style).formatToParts(date)
  const number = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return new Date(Date.UTC(number('year'), number('month') - 1, number('day')))
}
