import { escapingTag } from './escaped.ts'

/** A piece of HTML. */
export const html = escapingTag()

const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Which way a language is written. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(locale.split(/[-_]/, 1)[0] ?? '') ? 'rtl' : 'ltr'
}
