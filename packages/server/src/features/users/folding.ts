/**
 * A name or an address as it is compared: whatever its case and without accents (api-core 4.1). The database's own
 * `lower` knows ASCII only.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toUpperCase()
    .toLowerCase()
}

/** The value for `username_folded` and `email_folded`: what `lower` in the database would not make of the text. */
export function foldedColumn(text: string): string | null {
  const folded = fold(text)
  return folded === text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) ? null : folded
}
