import type { App } from '../../points/app.ts'
import type {} from './early-search.ts'

/** Listens for shortcuts. Loads the code that handles them on the first key press. */
export function listenForShortcuts(app: App): void {
  window.endEarlySearch?.()
  window.endEarlySearch = undefined
  let handleKey: ((event: KeyboardEvent) => void) | undefined
  document.addEventListener('keydown', async (event) => {
    if (handleKey === undefined) {
      const { createShortcutHandler } = await import('./shortcut-keys.ts')
      handleKey ??= createShortcutHandler(app)
    }
    handleKey(event)
  })
}
