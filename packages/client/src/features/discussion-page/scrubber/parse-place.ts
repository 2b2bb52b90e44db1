/** What a reader typed to go to: a post's number, or a day. */
export type TypedPlace = { number: number } | { day: Date }

/** Years that four digits may mean. */
const years = { first: 1970, last: 2100 }

const numberPattern = /^#?\s*(\d[\d,\s]*)$/
const datePattern = /^(\d{1,4})\s*[-./年]\s*(\d{1,4})(?:\s*[-./月]\s*(\d{1,4}))?[年月日.]?$/

/**
 * Reads the number of a post, or a date: `2026-01-31`, `2026-01`, as the locale writes it (`31.1.2026`), or a year that
 * exceeds the numbers of the discussion.
 * @param last number of the last post. @returns `undefined` for other texts.
 */
export function parsePlace(typed: string, last: number, locale: string): TypedPlace | undefined {
  const text = latinDigits(typed)
    .replace(/[\u200e\u200f]/g, '')
    .trim()
  const [, digits] = numberPattern.exec(text) ?? []
  if (digits !== undefined) return placeOfNumber(Number(digits.replace(/[,\s]/g, '')), last)
  const [, one, two, three] = datePattern.exec(text) ?? []
  if (one === undefined || two === undefined) return undefined
  if (one.length === 4) return dayOf(Number(one), Number(two), Number(three ?? 1))
  if (three === undefined) return dayOf(Number(two), Number(one), 1)
  const monthFirst = dayOf(Number(three), Number(one), Number(two))
  const dayFirst = dayOf(Number(three), Number(two), Number(one))
  return isMonthFirst(locale) ? (monthFirst ?? dayFirst) : (dayFirst ?? monthFirst)
}

function placeOfNumber(number: number, last: number): TypedPlace | undefined {
  if (number < 1) return undefined
  return (number > last ? dayOf(number, 1, 1) : undefined) ?? { number: Math.min(number, last) }
}

/** Local midnight of a day that exists. */
function dayOf(year: number, month: number, day: number): TypedPlace | undefined {
  if (year < years.first || year > years.last) return undefined
  const date = new Date(year, month - 1, day)
  return date.getMonth() === month - 1 && date.getDate() === day ? { day: date } : undefined
}

function isMonthFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(new Date(2026, 0, 31))
  const placeOf = (type: string) => parts.findIndex((part) => part.type === type)
  return placeOf('month') < placeOf('day')
}

/** Arabic, Persian and full-width digits as 0 to 9. */
function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    const zero = [0x660, 0x6f0, 0xff10].find((first) => code >= first && code < first + 10)
    return zero === undefined ? digit : String(code - zero)
  })
}
