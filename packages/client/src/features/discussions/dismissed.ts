/** Parts of the page that a reader can dismiss for good. */
export type Dismissible = 'welcome' | 'swipeHint'

/** Key in `localStorage` of a dismissed part. `early-dismissed.ts` reads it before the page is painted. */
export type DismissedKey = `parley.${Dismissible}Hidden`

/** Dismisses a part in this browser, now and on later visits: the style sheet hides it. */
export function dismiss(part: Dismissible): void {
  document.documentElement.dataset[part] = 'hidden'
  try {
    const key: DismissedKey = `parley.${part}Hidden`
    localStorage.setItem(key, '1')
  } catch {
    // Without storage the part returns on the next visit.
  }
}
