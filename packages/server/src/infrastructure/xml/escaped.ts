/** A piece of HTML or XML that is escaped already. */
export class Escaped {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | undefined | Escaped | readonly Escaped[]

/** `&` comes first, because the other escapes contain it. */
const escapes: readonly (readonly [search: RegExp, escape: string])[] = [
  [/&/g, '&amp;'],
  [/</g, '&lt;'],
  [/>/g, '&gt;'],
  [/"/g, '&quot;'],
  [/'/g, '&#39;'],
]

/** Most values need no escaping. For others a replacement per escape is faster than a callback per character. */
function escapeText(text: string): string {
  if (!/[&<>"']/.test(text)) return text
  return escapes.reduce((escaped, [search, by]) => escaped.replace(search, by), text)
}

/**
 * Makes a template tag that escapes values, except those that are `Escaped`. An undefined value is empty. `clean`
 * removes characters that no text may contain.
 */
export function escapingTag(
  clean: (text: string) => string = (text) => text,
): (parts: TemplateStringsArray, ...values: Value[]) => Escaped {
  const textOf = (value: Value): string => {
    if (value === undefined) return ''
    if (value instanceof Escaped) return value.text
    if (typeof value === 'object') return value.map((item) => item.text).join('')
    return escapeText(clean(String(value)))
  }
  return (parts, ...values) =>
    new Escaped(parts.map((part, index) => (index === 0 ? '' : textOf(values[index - 1])) + part).join(''))
}
