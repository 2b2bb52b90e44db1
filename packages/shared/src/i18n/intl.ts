/** Caches `Intl` formatters, which are slow to construct (20 to 100 µs) and fast to use. */
const formatters = new Map<string, unknown>()

function cachedFormatter<Formatter>(
  kind: string,
  locale: string,
  options: object | undefined,
  make: () => Formatter,
) {
  const key = `${kind} ${locale} ${options ? JSON.stringify(options) : ''}`
  let formatter = formatters.get(key) as Formatter | undefined
  if (!formatter) {
    formatter = make()
    formatters.set(key, formatter)
  }
  return formatter
}

export function numberFormat(locale: string, options?: Intl.NumberFormatOptions) {
  return cachedFormatter('number', locale, options, () => new Intl.NumberFormat(locale, options))
}

export function dateTimeFormat(locale: string, options?: Intl.DateTimeFormatOptions) {
  return cachedFormatter('date', locale, options, () => new Intl.DateTimeFormat(locale, options))
}

export function relativeTimeFormat(locale: string, options?: Intl.RelativeTimeFormatOptions) {
  return cachedFormatter('relative', locale, options, () => new Intl.RelativeTimeFormat(locale, options))
}

export function pluralRules(locale: string, options?: Intl.PluralRulesOptions) {
  return cachedFormatter('plural', locale, options, () => new Intl.PluralRules(locale, options))
}
