const KEY = 'parley.welcomeHidden'

/**
 * Runs in the head, before the page is painted: readers who sent the welcome away do not see it flash. Tiny, and the
 * same on every page, so that a hash in the content security policy can allow it.
 */
export const hideWelcomeEarly = `try{localStorage['${KEY}']&&(document.documentElement.dataset.welcome='hidden')}catch{}`

/** Sends the welcome away, now and on later visits of this browser. */
export function hideWelcome(): void {
  document.documentElement.dataset.welcome = 'hidden'
  try {
    localStorage.setItem(KEY, '1')
  } catch {
    // Without storage it is gone until the next visit.
  }
}
