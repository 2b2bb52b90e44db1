import type { PinKey } from './pane-pin.ts'

/** Before the page is painted: a list that is to stay beside discussions has its room from the start. */
export function rememberPane(): void {
  try {
    const key: PinKey = 'panePinned'
    if (localStorage.getItem(key) === 'true') document.documentElement.dataset.pane = 'pinned'
  } catch {
    // Without storage nothing was pinned.
  }
}
