import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Context, WriteContext } from '../context/context.ts'
import type { Declared } from '../declared.ts'
import { definePoint } from '../extension-point.ts'
import type { EventName, Events } from './event-types.ts'

/** Listeners by event, which get a context of this kind. */
type ListenersWith<Given extends Context> = {
  readonly [Name in EventName]?: (event: Events[Name], context: Given) => void | Promise<void>
}

/** Listeners that run inside the transaction that emits the event: throwing rolls it back. */
export type Listeners = ListenersWith<WriteContext>

/** Listeners that run when the transaction is durable, and read what was committed. Their failures are only logged. */
export type CommitListeners = ListenersWith<Context>

/** All listeners of a forum for one moment, in the order of the extensions. */
export class EventRegistry<Given extends Context> {
  readonly #byName = new Map<string, ((event: never, context: Given) => void | Promise<void>)[]>()

  constructor(point: 'on' | 'afterCommit', declared: readonly Declared<ListenersWith<Given> | undefined>[]) {
    for (const { owner, section } of declared) {
      for (const [name, listener] of Object.entries(section ?? {})) {
        if (typeof listener !== 'function')
          throw new ExtensionError(owner, `${point} › ${name}`, 'is not a function')
        const list = this.#byName.get(name)
        if (list) list.push(listener as never)
        else this.#byName.set(name, [listener as never])
      }
    }
  }

  /** Calls the listeners of `name` one after the other. */
  async dispatch<Name extends EventName>(name: Name, event: Events[Name], context: Given): Promise<void> {
    for (const listener of this.#byName.get(name) ?? []) await listener(event as never, context)
  }
}

declare module '../extension.ts' {
  interface Extension {
    /** Functions that run when something happens, by event, in the transaction that changed it: throwing undoes the change. */
    on?: Listeners
    /** Functions that run when the change is durable, by event: for effects outside the database. */
    afterCommit?: CommitListeners
  }
}

declare module '../extension-point.ts' {
  interface Points {
    on: EventRegistry<WriteContext>
    afterCommit: EventRegistry<Context>
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
