import type { Identifier } from '@parley/shared'
import { KeyedListeners, type Listener } from './listeners.ts'
import { recordKey } from './record.ts'

/**
 * Notifies listeners that this page has changed a resource. Its related resources may have changed too: renaming a
 * discussion adds an event post, for example.
 */
export class Changes {
  #listeners = new KeyedListeners()

  /** @returns stops watching. */
  watch(identifier: Identifier, listener: Listener): () => void {
    return this.#listeners.add(recordKey(identifier), listener)
  }

  notify(identifier: Identifier): void {
    this.#listeners.notify(recordKey(identifier))
  }
}
