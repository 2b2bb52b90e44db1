/** Path below the base path of the page that shows what a text finds. */
export function searchPath(text: string): string {
  return `/all?${new URLSearchParams({ q: text.trim() })}`
}
