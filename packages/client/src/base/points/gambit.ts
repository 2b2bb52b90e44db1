import type { App } from '../app-context.ts'

/** A filter that the search field suggests while the user types. */
export interface Gambit {
  /** Locale key of the description of its results. */
  text: string
  /** Locale key of an example value, for filters with a value. */
  example?: string
  /** Whether to suggest it; always by default. */
  when?(app: App): boolean
}
