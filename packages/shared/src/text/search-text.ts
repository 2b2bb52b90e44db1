/** Shortest text that is looked for while it is typed, in characters of scripts that write spaces. */
export const shortestSearch = 3

// Of these scripts one character can be a word.
const spaceless = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]/v

/** Whether a text is long enough to be looked for while it is typed. */
export function isLongEnough(text: string): boolean {
  return [...text.trim()].length >= shortestSearch || spaceless.test(text)
}

/** Splits at white space, but not inside double quotes; those around a whole part are taken off. */
export function splitSearch(text: string): string[] {
  const parts = text.match(/(?:"[^"]*"?|[^\s"])+/g) ?? []
  return parts.map((part) => part.replace(/^"([^"]*)"?$/, '$1').trim()).filter((part) => part !== '')
}
