const longest = 254

/**
 * Whether a text can stand as one address in an envelope and in a header: stricter than RFC 5322, which allows quoted
 * names and comments that hold nearly anything.
 */
export function isAddress(text: string): boolean {
  return text.length <= longest && /^[^\s\p{C}@<>()[\],;:\\"]+@[^\s\p{C}@<>()[\],;:\\"]+$/u.test(text)
}

/** A text that stands on one line whatever it holds. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
