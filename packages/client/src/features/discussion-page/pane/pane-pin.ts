/** Key in local storage for a pinned pane. `early-pane.ts` reads it too. */
export type PinKey = 'panePinned'

const storageKey: PinKey = 'panePinned'

/** Whether the pane is pinned: read by `early-pane.ts` before the first paint, or changed since. */
export function isPanePinned(): boolean {
  return !import.meta.env.SSR && document.documentElement.dataset.pane === 'pinned'
}

/** Pins or unpins the pane. The style sheet reserves its space. */
export function pinPane(isPinned: boolean): void {
  const { dataset } = document.documentElement
  if (isPinned) dataset.pane = 'pinned'
  else delete dataset.pane
  try {
    if (isPinned) localStorage.setItem(storageKey, 'true')
    else localStorage.removeItem(storageKey)
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}
