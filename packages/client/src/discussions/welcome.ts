const KEY = 'parley.welcomeHidden'

/** Where this browser remembers that the welcome was sent away. `early-welcome.ts` looks there before the page is painted. */
export type WelcomeKey = typeof KEY

/** Sends the welcome away, now and on later visits of this browser. */
export function hideWelcome(): void {
  document.documentElement.dataset.welcome = 'hidden'
  try {
    localStorage.setItem(KEY, '1')
  } catch {
    // Without storage it is gone until the next visit.
  }
}
