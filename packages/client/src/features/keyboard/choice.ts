const KEY = 'parley.shortcuts'

/** Whether single keys do something in this browser: people who speak to it, or press keys by accident, switch it off. */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

/** Remembers the choice in this browser. */
export function switchShortcuts(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // Without storage they stay as they are.
  }
}
