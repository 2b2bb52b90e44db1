import type { App } from '../../base/app-context.ts'

/** Listens for shortcuts; their code comes with the first key that is pressed. */
export function followKeys(app: App): void {
  let press: ((event: KeyboardEvent) => void) | undefined
  document.addEventListener('keydown', async (event) => {
    if (press === undefined) {
      const { createShortcutKeys } = await import('./shortcut-keys.ts')
      press ??= createShortcutKeys(app)
    }
    press(event)
  })
}
