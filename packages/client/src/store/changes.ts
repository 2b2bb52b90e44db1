import type { Identifier } from '@parley/shared'
import { recordKey } from './record.ts'

type Listener = () => void

/**
 * Notifies listeners that this page has changed a resource. Its related resources may have changed too: renaming a
 * discussion adds an event post, for example.
 */
export class Changes {
  #listeners = new Map<string, Set<Listener>>()

  /** @returns stops watching. */
  watch(identifier: Identifier, listener: Listener): () => void {
    const key = recordKey(identifier)
    const listeners = this.#listeners.get(key) ?? new Set()
    this.#listeners.set(key, listeners)
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  notify(identifier: Identifier): void {
    for (const listener of this.#listeners.get(recordKey(identifier)) ?? []) listener()
  }
}
