import type { App } from '../../points/app.ts'
import { ChunkLoadError } from '../../store/connection/load-chunk.ts'
import { areShortcutsOn } from './choice.ts'
import { KeySequence } from './key-sequence.ts'

const fieldSelector = 'input, textarea, select, [contenteditable], [role=slider], [role=combobox]'

/** Returns a key handler that runs the shortcuts of the core and of extensions. */
export function createShortcutHandler(app: App): (event: KeyboardEvent) => void {
  const keySequence = new KeySequence()
  const sequences = new Set(app.shortcuts.map(({ keys }) => keys))
  return (event) => {
    if (!isForShortcuts(app, event)) return
    const keys = keySequence.press(keyOf(event), sequences, event.timeStamp)
    const shortcut = app.shortcuts.find((candidate) => candidate.keys === keys)
    if (shortcut === undefined || shortcut.when?.(app) === false) return
    event.preventDefault()
    void runShortcut(app, shortcut)
  }
}

/** Runs a shortcut. If it lacks its code, the reader may try again. */
async function runShortcut(app: App, shortcut: App['shortcuts'][number]): Promise<void> {
  try {
    await shortcut.run(app)
  } catch (error) {
    if (!(error instanceof ChunkLoadError)) throw error
    app.alerts.showError(error, () => void runShortcut(app, shortcut))
  }
}

function isForShortcuts(app: App, event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.repeat) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.target instanceof Element && event.target.closest(fieldSelector)) return false
  // Open modals and popovers have keys of their own.
  if (app.modals.open.length > 0 || document.querySelector(':popover-open') !== null) return false
  return areShortcutsOn()
}

/** Returns the character of a key; on non-Latin keyboard layouts, the Latin letter at its position. */
function keyOf({ key, code }: KeyboardEvent): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  if (letter !== undefined && !/^[a-z]$/i.test(key)) return letter.toLowerCase()
  return key.length === 1 ? key.toLowerCase() : key
}
