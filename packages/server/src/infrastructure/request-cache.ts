/** An owner of cached values: a context, which lives as long as its request, or an actor. */
export interface CacheOwner {
  readonly notes: Map<object, unknown>
}

/**
 * One cached value per context or actor. The owner stores it: with weak maps, V8 would promote all cached values to its
 * old generation, which costs a busy server several garbage collections a second.
 */
export class RequestCache<T> {
  get({ notes }: CacheOwner): T | undefined {
    return notes.get(this) as T | undefined
  }

  set({ notes }: CacheOwner, value: T): void {
    notes.set(this, value)
  }

  clear({ notes }: CacheOwner): void {
    notes.delete(this)
  }
}
