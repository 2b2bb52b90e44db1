import type { DismissedKey, Dismissible } from './dismissed.ts'

/**
 * Hides dismissed parts before the page is painted, so that they do not flash. Imports only the types of
 * `dismissed.ts`, to keep its code out of this script.
 */
export function hideDismissed(): void {
  try {
    const keys: Record<Dismissible, DismissedKey> = {
      welcome: 'parley.welcomeHidden',
      swipeHint: 'parley.swipeHintHidden',
    }
    for (const [part, key] of Object.entries(keys)) {
      if (localStorage.getItem(key) !== null) document.documentElement.dataset[part] = 'hidden'
    }
  } catch {
    // Without storage nothing was dismissed.
  }
}
