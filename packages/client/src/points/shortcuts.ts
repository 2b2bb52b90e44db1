import type { App } from './app.ts'
import type { Source } from './sources.ts'

/** A keyboard shortcut. Works everywhere except in text fields. */
export interface Shortcut {
  /** A sequence of keys, named as in `KeyboardEvent.key`: `?`, `g h`. */
  keys: string
  /** Locale key of its action, as a phrase: 'Reply to the discussion'. */
  text: string
  /** Whether the action is available; always by default. */
  when?: (app: App) => boolean
  run: (app: App) => void | Promise<void>
}

/** Lists the shortcuts. A later one of the same name takes the place of an earlier one. */
export function combineShortcuts(sources: readonly Source[]): App['shortcuts'] {
  const shortcuts = new Map(sources.flatMap(({ extension }) => Object.entries(extension.shortcuts ?? {})))
  return [...shortcuts.values()]
}

declare module './extension.ts' {
  interface ClientExtension {
    /** Keyboard shortcuts, by name: `{ reply: { keys: 'r', text: 'core.forum.shortcuts.reply_text', run } }`. */
    shortcuts?: Readonly<Record<string, Shortcut>>
  }
}

declare module './app.ts' {
  interface App {
    /** Keyboard shortcuts, in the order of the sheet that lists them. */
    readonly shortcuts: readonly Shortcut[]
  }
}
