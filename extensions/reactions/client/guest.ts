const key = 'reactions.guest'

/** Keeps in this browser that its guest has reacted. Browsers may refuse to store: the page then shows no own reactions of guests. */
export function rememberGuest(): void {
  try {
    localStorage.setItem(key, '1')
  } catch {}
}

/** Whether a guest has reacted in this browser, so that posts may have reactions of its own. */
export function hasGuestReacted(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}
