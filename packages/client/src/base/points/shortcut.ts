import type { App } from '../app-context.ts'

/** Keys that do something wherever one is, unless one is writing. */
export interface Shortcut {
  /** One key after the other, as `KeyboardEvent.key` names them: `?`, `g h`. */
  keys: string
  /** Locale key of what it does, as a phrase: 'Reply to the discussion'. */
  text: string
  /** Whether there is something for it to do here. Always, if left out. */
  when?: (app: App) => boolean
  run: (app: App) => void
}
