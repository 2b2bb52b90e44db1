import type { Identifier } from '@parley/shared'
import { recordKey } from './record.ts'

type Listener = () => void

/**
 * Tells those who show what belongs to a resource that it was changed here, so that what belongs to it may have
 * changed with it: the page of a discussion that events were posted in, for example.
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

  tell(identifier: Identifier): void {
    for (const listener of this.#listeners.get(recordKey(identifier)) ?? []) listener()
  }
}
