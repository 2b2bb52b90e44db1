import type { WelcomeKey } from './welcome.ts'

// Runs in the head before anything is painted: who sent the welcome away does not see it flash. A classic script can
// import nothing, so the type alone ties the key to its owner.
try {
  const key: WelcomeKey = 'parley.welcomeHidden'
  if (localStorage.getItem(key) !== null) document.documentElement.dataset.welcome = 'hidden'
} catch {
  // Without storage nothing was sent away.
}
