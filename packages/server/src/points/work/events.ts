import { ExtensionError } from '../../infrastructure/errors.ts'
import type { WriteContext } from '../context/context.ts'
import type { Declared } from '../declared.ts'

/**
 * What happened, by name (past tense) and what is told about it. Features and extensions add theirs:
 * `declare module '…' { interface Events { 'post.created': { post: PostRow } } }`.
 */
export interface Events {
  'forum.installed': { title: string }
  /** Attributes of a row were written through the API, whichever they are. */
  'resource.changed': { type: string; id: number }
}

export type EventName = keyof Events & string

/** Hears of an event inside the transaction that causes it: throwing undoes everything. */
export type Listener<Event> = (event: Event, context: WriteContext) => void | Promise<void>

export type Listeners = { readonly [Name in EventName]?: Listener<Events[Name]> }

/** All listeners of a forum, in the order of the extensions. */
export class EventRegistry {
  readonly #byName = new Map<string, Listener<never>[]>()

  constructor(point: 'on' | 'afterCommit', declared: readonly Declared<Listeners | undefined>[]) {
    for (const { owner, section } of declared) {
      for (const [name, listener] of Object.entries(section ?? {})) {
        if (typeof listener !== 'function')
          throw new ExtensionError(owner, `${point} › ${name}`, 'is not a function')
        const list = this.#byName.get(name)
        if (list) list.push(listener)
        else this.#byName.set(name, [listener])
      }
    }
  }

  /** Calls the listeners of `name` one after the other. */
  async tell<Name extends EventName>(name: Name, event: Events[Name], context: WriteContext): Promise<void> {
    for (const listener of (this.#byName.get(name) ?? []) as Listener<Events[Name]>[])
      await listener(event, context)
  }
}
