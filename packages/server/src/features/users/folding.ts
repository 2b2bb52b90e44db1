/**
 * Normalizes a name or an address for comparison, without case and accents (api-core 4.1). The database's own `lower`
 * handles only ASCII.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toUpperCase()
    .toLowerCase()
}

/** The value for `username_folded` and `email_folded`; null where the database's `lower` gives the same result. */
export function foldedColumn(text: string): string | null {
  const folded = fold(text)
  return folded === text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) ? null : folded
}

/** A character that sorts after all others: names that begin with a text lie between it and the text with this appended. */
export const highestCharacter = '\u{10ffff}'
