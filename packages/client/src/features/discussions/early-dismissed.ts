import type { DismissedKey, Dismissible } from './dismissed.ts'

/**
 * Before the page is painted: what was sent away does not flash. The types alone tie the keys to their owner, whose code
 * would come along otherwise.
 */
export function rememberDismissed(): void {
  try {
    const keys: Record<Dismissible, DismissedKey> = {
      welcome: 'parley.welcomeHidden',
      swipeHint: 'parley.swipeHintHidden',
    }
    for (const [part, key] of Object.entries(keys)) {
      if (localStorage.getItem(key) !== null) document.documentElement.dataset[part] = 'hidden'
    }
  } catch {
    // Without storage nothing was sent away.
  }
}
