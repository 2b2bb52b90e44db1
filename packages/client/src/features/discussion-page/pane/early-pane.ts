import type { PinKey } from './pane-pin.ts'

/** Applies the pinned pane before the first paint, so that the page does not shift. */
export function rememberPane(): void {
  try {
    const key: PinKey = 'panePinned'
    if (localStorage.getItem(key) === 'true') document.documentElement.dataset.pane = 'pinned'
  } catch {
    // Without storage nothing was pinned.
  }
}
