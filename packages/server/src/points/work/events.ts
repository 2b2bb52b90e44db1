import { ExtensionError } from '../../infrastructure/errors.ts'
import type { WriteContext } from '../context/context.ts'
import type { Declared } from '../declared.ts'
import { definePoint } from '../extension-point.ts'
import type { EventName, Events } from './event-types.ts'

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

declare module '../extension.ts' {
  interface Extension {
    /** Listeners inside the transaction, by event. */
    on?: Listeners
    /** Listeners that are called when the transaction is durable, by event. */
    afterCommit?: Listeners
  }
}

declare module '../extension-point.ts' {
  interface Points {
    on: EventRegistry
    afterCommit: EventRegistry
  }
}

/** Listeners inside the transaction. */
export const onPoint = definePoint('on', {
  sections: ['on'],
  combine: ({ on }) => new EventRegistry('on', on),
})

/** Listeners after the transaction. */
export const afterCommitPoint = definePoint('afterCommit', {
  sections: ['afterCommit'],
  combine: ({ afterCommit }) => new EventRegistry('afterCommit', afterCommit),
})
