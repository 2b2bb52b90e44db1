import type { App } from '../../points/app.ts'
import type {} from './early-search.ts'

/** Listens for shortcuts. Loads the code that handles them on the first key press. */
export function listenForShortcuts(app: App): void {
  window.endEarlySearch?.()
  window.endEarlySearch = undefined
  let handleKey: ((event: KeyboardEvent) => void) | undefined
  document.addEventListener('keydown', async (event) => {
    if (handleKey === undefined) {
      const code = await app.connection.load(() => import('./shortcut-keys.ts')).catch(() => undefined)
      handleKey ??= code?.createShortcutHandler(app)
    }
    handleKey?.(event)
  })
}
