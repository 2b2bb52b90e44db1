/** Parts of the page that a reader can send away for good. */
export type Dismissible = 'welcome' | 'swipeHint'

/** Where a browser remembers that a part was sent away. `early-dismissed.ts` looks there before the page is painted. */
export type DismissedKey = `parley.${Dismissible}Hidden`

/** Sends a part away, now and on later visits of this browser: the style sheet hides it. */
export function dismiss(part: Dismissible): void {
  document.documentElement.dataset[part] = 'hidden'
  try {
    const key: DismissedKey = `parley.${part}Hidden`
    localStorage.setItem(key, '1')
  } catch {
    // Without storage it is gone until the next visit.
  }
}
