const maximumLength = 254

/**
 * Whether a text is one mail address that is safe in an envelope and in a header. Stricter than RFC 5322, whose quoted
 * names and comments may contain nearly any character.
 */
export function isAddress(text: string): boolean {
  return text.length <= maximumLength && /^[^\s\p{C}@<>()[\],;:\\"]+@[^\s\p{C}@<>()[\],;:\\"]+$/u.test(text)
}

/** A text with its line breaks, white space and control characters replaced by single spaces. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
