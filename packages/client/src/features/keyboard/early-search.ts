import type { ShortcutsKey } from './choice.ts'

declare global {
  interface Window {
    /** Ends the early `/`; called and removed by `follow-keys.ts`. */
    endEarlySearch?: (() => void) | undefined
  }
}

/** Lets `/` focus the search field before the app handles shortcuts. Imports only types, as `early.ts` is one script. */
export function followEarlySearch(): void {
  const handleKeyDown = (event: KeyboardEvent) => {
    const field = document.querySelector<HTMLInputElement>('.Header .Search > input')
    if (event.key !== '/' || !isShortcut(event) || !field?.checkVisibility()) return
    event.preventDefault()
    field.focus()
    field.select()
  }
  document.addEventListener('keydown', handleKeyDown)
  window.endEarlySearch = () => document.removeEventListener('keydown', handleKeyDown)
}

function isShortcut({ ctrlKey, metaKey, altKey, isComposing, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing) return false
  if (target instanceof Element && target.closest('input, textarea, select, :popover-open')) return false
  try {
    const key: ShortcutsKey = 'parley.shortcuts'
    return localStorage.getItem(key) === null
  } catch {
    return true
  }
}
