import { spellOut } from '@parley/shared/words'

/** What may follow `@` while a name is looked for: words, perhaps after a quotation mark, up to the end of a mention. */
export const nameQuery = /^["“”]?(?:(?!["“”]#)[^\n])*$/

/** The name in a query. */
export function nameIn(query: string): string {
  return query.replace(/^["“”]/, '')
}

/**
 * Whether a name, or what follows one of its blanks, begins with what was typed. Cases and accents do not count, and `ue`
 * finds `ü`: what the server finds, a longer text that is typed keeps.
 */
export function matchesName(typed: string, name: string): boolean {
  return [name, spellOut(name)].some((spelling) => ` ${fold(spelling)}`.includes(` ${fold(typed)}`))
}

function fold(text: string): string {
  // Upper case first, which unifies ß and ss.
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase()
}
