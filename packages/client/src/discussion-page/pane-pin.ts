/** Where this browser remembers that the list beside a discussion is to stay. */
const KEY = 'panePinned'

export function isPanePinned(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true'
  } catch {
    return false
  }
}

export function pinPane(isPinned: boolean): void {
  try {
    if (isPinned) localStorage.setItem(KEY, 'true')
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage it stays until the page is left.
  }
}
