/** What carries notes: a context, as long as its request lasts, or an actor. */
export interface CacheOwner {
  readonly notes: Map<object, unknown>
}

/**
 * One kind of note about contexts or actors. They lie in what they are about: weak maps make V8 carry everything
 * they hold into its old generation, which costs a busy server several collections a second.
 */
export class RequestCache<T> {
  get({ notes }: CacheOwner): T | undefined {
    return notes.get(this) as T | undefined
  }

  set({ notes }: CacheOwner, note: T): void {
    notes.set(this, note)
  }

  clear({ notes }: CacheOwner): void {
    notes.delete(this)
  }
}
