export type Listener = () => void

/** A set of functions that are called after a change. */
export class Listeners {
  #listeners = new Set<Listener>()

  get isEmpty(): boolean {
    return this.#listeners.size === 0
  }

  /** @returns removes the listener. */
  add(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls the listeners. A listener may add and remove others meanwhile. */
  notify(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}

/** Listeners by key, for changes that concern one of many things. Holds no empty sets. */
export class KeyedListeners {
  #byKey = new Map<string, Listeners>()

  get isEmpty(): boolean {
    return this.#byKey.size === 0
  }

  /** Whether a key has listeners. */
  has(key: string): boolean {
    return this.#byKey.has(key)
  }

  /** @returns removes the listener. */
  add(key: string, listener: Listener): () => void {
    const listeners = this.#byKey.get(key) ?? new Listeners()
    this.#byKey.set(key, listeners)
    const remove = listeners.add(listener)
    return () => {
      remove()
      if (listeners.isEmpty && this.#byKey.get(key) === listeners) this.#byKey.delete(key)
    }
  }

  notify(key: string): void {
    this.#byKey.get(key)?.notify()
  }
}
