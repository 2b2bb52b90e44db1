/** Returns the path of the results for a text, below the base path. */
export function searchPath(text: string): string {
  return `/all?${new URLSearchParams({ q: text.trim() })}`
}
