/** XML that needs no escaping any more. */
export class Xml {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type XmlValue = string | number | undefined | Xml | readonly Xml[]

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

// Everything but the characters that XML 1.0 has, https://www.w3.org/TR/xml/#charsets; with `u`, lone surrogates match.
const impossible = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** A piece of XML: values are escaped unless they are XML themselves, undefined is nothing. */
export function xml(parts: TemplateStringsArray, ...values: XmlValue[]): Xml {
  return new Xml(parts.map((part, index) => (index === 0 ? '' : textOf(values[index - 1])) + part).join(''))
}

function textOf(value: XmlValue): string {
  if (value === undefined) return ''
  if (value instanceof Xml) return value.text
  if (typeof value === 'object') return value.map((piece) => piece.text).join('')
  return String(value)
    .replace(impossible, '')
    .replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}
