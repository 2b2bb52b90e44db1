import { type Listener, Listeners } from './listeners.ts'

/**
 * A state that notifies listeners of its changes. Subclasses change it with `set` and `update`; components read it with
 * `useObservable`. The state is immutable: each change replaces it, and equal snapshots are identical.
 */
export class Observable<State> {
  readonly #initial: State
  #state: State
  #listeners = new Listeners()
  #stop: (() => void) | undefined

  constructor(initial: State) {
    this.#initial = initial
    this.#state = initial
  }

  get state(): State {
    return this.#state
  }

  /** The state that the server renders, and with which hydration starts: the initial one. */
  get serverState(): State {
    return this.#initial
  }

  /** Calls `listener` after each change. @returns unsubscribes. */
  subscribe = (listener: Listener): (() => void) => {
    if (this.#listeners.isEmpty) this.#stop = this.onObserved?.()
    const remove = this.#listeners.add(listener)
    return () => {
      remove()
      if (this.#listeners.isEmpty) this.#stop?.()
    }
  }

  /** Called before the first listener subscribes. @returns is called after the last one has unsubscribed. */
  protected onObserved?(): () => void

  /** Replaces the state. */
  protected set(state: State): void {
    this.#state = state
    this.#listeners.notify()
  }

  /** Replaces members of the state. Does nothing if all of them have these values already. */
  protected update(changes: Partial<State>): void {
    const state = { ...this.#state, ...changes }
    let hasChanged = false
    for (const name in changes) hasChanged ||= state[name] !== this.#state[name]
    if (hasChanged) this.set(state)
  }
}
