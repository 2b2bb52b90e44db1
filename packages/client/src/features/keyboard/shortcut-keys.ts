import type { App } from '../../base/app-context.ts'
import { areShortcutsOn } from './choice.ts'
import { KeySequence } from './key-sequence.ts'

const WRITING = 'input, textarea, select, [contenteditable], [role=slider], [role=combobox]'

/** What runs the shortcuts of the core and of extensions as their keys are pressed. */
export function createShortcutKeys(app: App): (event: KeyboardEvent) => void {
  const sequence = new KeySequence()
  const known = new Set(app.shortcuts.map(({ keys }) => keys))
  return (event) => {
    if (!isForShortcuts(app, event)) return
    const keys = sequence.press(keyOf(event), known, event.timeStamp)
    const shortcut = app.shortcuts.find((candidate) => candidate.keys === keys)
    if (shortcut === undefined || shortcut.when?.(app) === false) return
    event.preventDefault()
    shortcut.run(app)
  }
}

function isForShortcuts(app: App, event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.repeat) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.target instanceof Element && event.target.closest(WRITING)) return false
  // What is open has keys of its own.
  if (app.modals.open.length > 0 || document.querySelector(':popover-open') !== null) return false
  return areShortcutsOn()
}

/** The key by what it writes; on keyboards without Latin letters by where it lies. */
function keyOf({ key, code }: KeyboardEvent): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  if (letter !== undefined && !/^[a-z]$/i.test(key)) return letter.toLowerCase()
  return key.length === 1 ? key.toLowerCase() : key
}
