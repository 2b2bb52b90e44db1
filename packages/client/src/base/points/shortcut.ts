import type { App } from '../app-context.ts'

/** A keyboard shortcut. Works everywhere except in text fields. */
export interface Shortcut {
  /** A sequence of keys, named as in `KeyboardEvent.key`: `?`, `g h`. */
  keys: string
  /** Locale key of its action, as a phrase: 'Reply to the discussion'. */
  text: string
  /** Whether the action is available; always by default. */
  when?: (app: App) => boolean
  run: (app: App) => void
}
