/** Where this browser remembers that the list beside a discussion is to stay. `early-pane.ts` looks there. */
export type PinKey = 'panePinned'

const KEY: PinKey = 'panePinned'

/** Whether the list is to stay, as `early-pane.ts` found before the page was painted or the reader chose since. */
export function isPanePinned(): boolean {
  return !import.meta.env.SSR && document.documentElement.dataset.pane === 'pinned'
}

/** The style sheet makes room for the list. */
export function pinPane(isPinned: boolean): void {
  const { dataset } = document.documentElement
  if (isPinned) dataset.pane = 'pinned'
  else delete dataset.pane
  try {
    if (isPinned) localStorage.setItem(KEY, 'true')
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage it stays until the page is left.
  }
}
