/** A piece of HTML or XML that needs no escaping any more. */
export class Escaped {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | undefined | Escaped | readonly Escaped[]

/** In this order: `&` stands in the other escapes. */
const escapes: readonly (readonly [search: RegExp, escape: string])[] = [
  [/&/g, '&amp;'],
  [/</g, '&lt;'],
  [/>/g, '&gt;'],
  [/"/g, '&quot;'],
  [/'/g, '&#39;'],
]

/** Most values hold nothing to escape; the others are replaced text by text, without a call per character. */
function escapedText(text: string): string {
  if (!/[&<>"']/.test(text)) return text
  return escapes.reduce((escaped, [search, by]) => escaped.replace(search, by), text)
}

/**
 * Makes a template tag: values are escaped unless they are that already, undefined is nothing. `clean` takes from
 * texts what must not stand in them at all.
 */
export function escapingTag(
  clean: (text: string) => string = (text) => text,
): (parts: TemplateStringsArray, ...values: Value[]) => Escaped {
  const textOf = (value: Value): string => {
    if (value === undefined) return ''
    if (value instanceof Escaped) return value.text
    if (typeof value === 'object') return value.map((piece) => piece.text).join('')
    return escapedText(clean(String(value)))
  }
  return (parts, ...values) =>
    new Escaped(parts.map((part, index) => (index === 0 ? '' : textOf(values[index - 1])) + part).join(''))
}
