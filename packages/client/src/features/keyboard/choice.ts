/** Key in local storage, present while shortcuts are off. `early-search.ts` reads it too. */
export type ShortcutsKey = 'parley.shortcuts'

const storageKey: ShortcutsKey = 'parley.shortcuts'

/** Whether shortcuts are on in this browser. Readers who use speech input or press keys by accident switch them off. */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** Stores in this browser whether shortcuts are on. */
export function switchShortcuts(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // Without storage the shortcuts stay as they are.
  }
}
