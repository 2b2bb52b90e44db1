import { escapingTag } from '../../../infrastructure/xml/escaped.ts'

/** Template tag for HTML. */
export const html = escapingTag()

const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** The writing direction of a language. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(locale.split(/[-_]/, 1)[0] ?? '') ? 'rtl' : 'ltr'
}
