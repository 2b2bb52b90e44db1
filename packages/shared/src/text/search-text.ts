/** Minimum length of a text for search as you type, in characters of scripts that write spaces. */
export const shortestSearch = 3

// In these scripts a single character can be a word.
const spaceless = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]/v

/** Whether a text is long enough for search as you type. */
export function isLongEnough(text: string): boolean {
  return [...text.trim()].length >= shortestSearch || spaceless.test(text)
}

/** Splits a text at white space outside of double quotes, and removes quotes around a whole part. */
export function splitSearch(text: string): string[] {
  const parts = text.match(/(?:"[^"]*"?|[^\s"])+/g) ?? []
  return parts.map((part) => part.replace(/^"([^"]*)"?$/, '$1').trim()).filter((part) => part !== '')
}
