import type { WelcomeKey } from './welcome.ts'

/**
 * Before the page is painted: who sent the welcome away does not see it flash. The type alone ties the key to its
 * owner, whose code would come along otherwise.
 */
export function rememberWelcome(): void {
  try {
    const key: WelcomeKey = 'parley.welcomeHidden'
    if (localStorage.getItem(key) !== null) document.documentElement.dataset.welcome = 'hidden'
  } catch {
    // Without storage nothing was sent away.
  }
}
