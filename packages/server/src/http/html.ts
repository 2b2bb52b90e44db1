/** HTML that needs no escaping any more. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type HtmlValue = string | number | undefined | Html | readonly Html[]

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A piece of HTML: values are escaped unless they are HTML themselves, undefined is nothing. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(parts.map((part, index) => (index === 0 ? '' : textOf(values[index - 1])) + part).join(''))
}

function textOf(value: HtmlValue): string {
  if (value === undefined) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map((piece) => piece.text).join('')
  return String(value).replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Which way a language is written. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(locale.split(/[-_]/, 1)[0] ?? '') ? 'rtl' : 'ltr'
}
