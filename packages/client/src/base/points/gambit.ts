import type { App } from '../app-context.ts'

/** A part of a search text that is a condition, as it is offered to who types. */
export interface Gambit {
  /** Key of a message that says what it finds. */
  text: string
  /** Key of a message with an example of its value, for those that take one. */
  example?: string
  /** Whether it is offered; always unless given. */
  when?(app: App): boolean
}
